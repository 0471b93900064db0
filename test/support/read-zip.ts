import { inflateRawSync } from 'node:zlib';

const CENTRAL_HEADER = 0x02014b50;
const END_BYTES = 22;
const HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;

/** The files of a ZIP archive without a comment, by name, found as other programs find them: from its end. */
export function readZip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.length - END_BYTES;
  const count = archive.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== CENTRAL_HEADER) throw new Error('no header of a file');
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + HEADER_BYTES, at + HEADER_BYTES + nameLength);
    const from =
      local + LOCAL_HEADER_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    files.set(name, inflateRawSync(archive.subarray(from, from + size)));
    at += HEADER_BYTES + nameLength;
  }
  return files;
}
