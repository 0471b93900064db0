import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegularSync } from '../files/regular-file.ts';

const SMALL_FILE_BYTES = 8192;

/** The first `maxBytes` of a regular file; undefined for anything else and for what cannot be read. */
export function readBounded(path: string, maxBytes: number): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openRegularSync(path);
    return readUpTo(fd, Math.min(fstatSync(fd).size, maxBytes));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Text of a file that has no reason to be large; undefined when it is. */
export function readSmallText(path: string): string | undefined {
  const bytes = readBounded(path, SMALL_FILE_BYTES + 1);
  return bytes && bytes.length <= SMALL_FILE_BYTES ? bytes.toString('utf8') : undefined;
}

function readUpTo(fd: number, size: number): Buffer {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const count = readSync(fd, buffer, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}
