import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { storeDamaged, translateError } from './errors.ts';

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\u0000';

const sizeOf = (path: string): number | undefined => {
  try {
    return statSync(path).size;
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

/**
 * Whether a store is there. A store is created whole under another name and then linked into place, so an empty,
 * foreign or shortened file is damage and never "no store yet"; SQLite itself would take some of them for one.
 */
export function inspectFile(path: string): 'missing' | 'present' {
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
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pageCount = header.readUInt32BE(28);
  // A crash in the middle of a checkpoint leaves a short file that the log still completes.
  if (walSize === 0 && size < pageCount * pageSize) {
    throw storeDamaged(path, `it has ${size} bytes where its header promises ${pageCount * pageSize}`);
  }
  return 'present';
}
