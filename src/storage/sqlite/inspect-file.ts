import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { APPLICATION_ID } from './application-id.ts';
import { storeDamaged, translateError } from './errors.ts';

const HEADER_BYTES = 100;
const APPLICATION_ID_AT = 68;
const LOOKS = 4;
const PAUSE_MS = 15;
const MAGIC = 'SQLite format 3\u0000';

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

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw translateError(error, path);
  }
}

function look(path: string): 'missing' | 'present' {
  const size = sizeOf(path);
  const walSize = sizeOf(`${path}-wal`) ?? 0;
  if (size === undefined) {
    if (walSize > 0) throw storeDamaged(path, 'the file is gone, but its write-ahead log is still there');
    return 'missing';
  }
  if (size === 0) throw storeDamaged(path, 'the file is empty (0 bytes)');
  const header = readHeader(path);
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 16) !== MAGIC) {
    throw storeDamaged(path, 'it does not begin as an SQLite database does');
  }
  // Told from the header, before SQLite opens the file: opening it as ours would already change it.
  if (header.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) {
    throw storeDamaged(path, 'it is an SQLite database, but not one of Throughline');
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pageCount = header.readUInt32BE(28);
  // A crash in the middle of a checkpoint leaves a short file that the log still completes.
  if (walSize === 0 && size < pageCount * pageSize) {
    throw storeDamaged(path, `it has ${size} bytes where its header promises ${pageCount * pageSize}`);
  }
  return 'present';
}

/**
 * Whether a store is there. A store is created whole under another name and then linked into place, so an empty,
 * foreign or shortened file is damage and never "no store yet"; SQLite itself would take some of them for one.
 * Others may write between one fact and the next, so only what is still wrong after several looks is damage.
 */
export function inspectFile(path: string): 'missing' | 'present' {
  for (let count = 1; count < LOOKS; count += 1) {
    try {
      return look(path);
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  return look(path);
}
