import { join } from 'node:path';
import { readBounded } from './read-bounded.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;
const COMMIT_ID = /^[0-9a-f]+$/i;

/** Commit id of a ref in `packed-refs`; undefined when it is not within the first 16 MB. */
export function findPackedRef(commonDir: string, name: string): string | undefined {
  const packed = readBounded(join(commonDir, 'packed-refs'), MAX_BYTES);
  if (!packed) return undefined;
  const needle = Buffer.from(` ${name}`);
  for (let at = packed.indexOf(needle); at !== -1; at = packed.indexOf(needle, at + 1)) {
    const end = at + needle.length;
    if (end < packed.length && packed[end] !== LINE_FEED) continue;
    const id = idBefore(packed, at, 40) ?? idBefore(packed, at, 64);
    if (id) return id;
  }
  return undefined;
}

function idBefore(packed: Buffer, at: number, length: number): string | undefined {
  const start = at - length;
  if (start < 0 || (start > 0 && packed[start - 1] !== LINE_FEED)) return undefined;
  const id = packed.toString('latin1', start, at);
  return COMMIT_ID.test(id) ? id.toLowerCase() : undefined;
}
