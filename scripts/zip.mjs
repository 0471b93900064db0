import { deflateRawSync, crc32 as nodeCrc32 } from 'node:zlib';

const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? POLYNOMIAL ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Node has it in later versions than the oldest that we support. */
function crc32(bytes) {
  if (nodeCrc32 !== undefined) return nodeCrc32(bytes);
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_ARCHIVE = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1980-01-01, so that the same files give the same archive. */
const DATE = 0x0021;
const MADE_ON_UNIX = 3 << 8;
const FILE_MODE = 0o100644;

const numbers = (...pairs) =>
  Buffer.concat(
    pairs.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );

/** What both headers of a file have in common. */
const factsOf = ({ name, crc, packed, bytes }) =>
  numbers(
    ...[
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, DEFLATED],
      [2, 0],
      [2, DATE],
    ],
    ...[
      [4, crc],
      [4, packed.length],
      [4, bytes.length],
      [2, Buffer.byteLength(name)],
      [2, 0],
    ],
  );

const centralHeader = (file, offset) =>
  Buffer.concat([
    numbers([4, CENTRAL_HEADER], [2, MADE_ON_UNIX | VERSION]),
    factsOf(file),
    numbers([2, 0], [2, 0], [2, 0], [4, FILE_MODE * 0x10000], [4, offset]),
    Buffer.from(file.name),
  ]);

/** A ZIP archive of `{ name, bytes }`, for less than 4 GB and 65,535 files. */
export function zip(files) {
  const chunks = [];
  const headers = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const file = { name, bytes, packed: deflateRawSync(bytes, { level: 9 }), crc: crc32(bytes) };
    const local = Buffer.concat([numbers([4, LOCAL_HEADER]), factsOf(file), Buffer.from(name), file.packed]);
    headers.push(centralHeader(file, offset));
    chunks.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(headers);
  const end = numbers(
    ...[
      [4, END_OF_ARCHIVE],
      [2, 0],
      [2, 0],
      [2, files.length],
      [2, files.length],
    ],
    ...[
      [4, central.length],
      [4, offset],
      [2, 0],
    ],
  );
  return Buffer.concat([...chunks, central, end]);
}
