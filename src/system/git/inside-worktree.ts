import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegular } from '../files/regular-file.ts';

const LINK_MODE = '120000';

/** What is at a path git gave, without going through any link; undefined when nothing is. */
export async function statInside(worktree: string, path: string): Promise<Stats | undefined> {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return undefined;
  let place = worktree;
  for (const [index, part] of parts.entries()) {
    place = join(place, part);
    const stats = await lstat(place).catch(() => undefined);
    if (index === parts.length - 1 || stats === undefined || !stats.isDirectory())
      return index === parts.length - 1 ? stats : undefined;
  }
  return undefined;
}

/** The content as git would store it unfiltered; undefined when it is not a file or link, or larger than `maxBytes`. */
export async function readInside(
  worktree: string,
  path: string,
  mode: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const stats = await statInside(worktree, path);
  if (stats === undefined || stats.size > maxBytes) return undefined;
  const place = join(worktree, path);
  if (mode === LINK_MODE)
    return stats.isSymbolicLink() ? await readlink(place, { encoding: 'buffer' }) : undefined;
  return stats.isFile() ? readFile(place, stats, maxBytes) : undefined;
}

async function readFile(place: string, seen: Stats, maxBytes: number): Promise<Buffer | undefined> {
  const handle = await openRegular(place);
  try {
    const { size, ino, dev } = await handle.stat();
    // Another file than the one looked at came in by a swapped folder.
    if (ino !== seen.ino || dev !== seen.dev || size > maxBytes) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The id git gives to a blob, by the hash the repository uses. */
export function blobId(content: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex');
}
