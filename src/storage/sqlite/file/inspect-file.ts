import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { storeDamaged, translateError } from '../errors.ts';

/** "THLN" in ASCII. It marks the SQLite files that are stores of Throughline. */
export const APPLICATION_ID = 0x54484c4e;

export const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\u0000';

/** Read without SQLite, because opening another program's database would already change it. */
export function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

export const isDatabase = (header: Buffer): boolean => header.toString('latin1', 0, MAGIC.length) === MAGIC;

export const hasOwnId = (header: Buffer): boolean => header.readUInt32BE(68) === APPLICATION_ID;

/** The size of the file by its own header. */
export function promisedBytes(header: Buffer): number {
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return header.readUInt32BE(28) * pageSize;
}

/** Other processes may write between two looks at a file, so what looks wrong is looked at this often. */
export const MAX_LOOKS = 4;
const PAUSE_MS = 15;
export const pauseBetweenLooks = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

const sizeOf = (path: string): number | undefined => {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw storeDamaged(path, 'a file should be there, and something else is');
    return stats.size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw translateError(error, path);
  }
};

const headerOf = (path: string): Buffer => {
  try {
    return readHeader(path);
  } catch (error) {
    throw translateError(error, path);
  }
};

function look(path: string): 'missing' | 'present' {
  const size = sizeOf(path);
  const walSize = sizeOf(`${path}-wal`) ?? 0;
  if (size === undefined) {
    if (walSize > 0) throw storeDamaged(path, 'the file is gone, but its write-ahead log is still there');
    return 'missing';
  }
  if (size === 0) throw storeDamaged(path, 'the file is empty (0 bytes)');
  const header = headerOf(path);
  if (header.length < HEADER_BYTES || !isDatabase(header)) {
    throw storeDamaged(path, 'it does not begin as an SQLite database does');
  }
  if (!hasOwnId(header)) {
    throw storeDamaged(path, 'it is an SQLite database, but not one of Throughline');
  }
  // A crash in the middle of a checkpoint leaves a short file that the log still completes.
  if (walSize === 0 && size < promisedBytes(header)) {
    throw storeDamaged(path, `it has ${size} bytes where its header promises ${promisedBytes(header)}`);
  }
  return 'present';
}

/**
 * Whether a store is there. A store is created whole under another name and then linked into place, so an empty,
 * foreign or shortened file is damage and never "no store yet"; SQLite itself would take some of them for one.
 * Others may write between one fact and the next, so only what is still wrong after several looks is damage.
 */
export function inspectFile(path: string): 'missing' | 'present' {
  for (let count = 1; count < MAX_LOOKS; count += 1) {
    try {
      return look(path);
    } catch {
      pauseBetweenLooks();
    }
  }
  return look(path);
}
