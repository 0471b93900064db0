import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegular } from '../files/regular-file.ts';
import type { OpenRepository } from './open-repository.ts';

/** Only times and hashes are compared: no content, and so no external diff, no text conversion, no submodule. */
export const RAW = [
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
];
export const LIST_BYTES = 4 * 1024 * 1024;

export interface RawChange {
  readonly oldMode: string;
  readonly newMode: string;
  /** Of the older side: for `diff-files` that is the index. */
  readonly oldId: string;
  /** A, D, M, T or U. */
  readonly status: string;
  readonly path: string;
}

const META = /^:(\d{6}) (\d{6}) ([0-9a-f]+) [0-9a-f]+ ([A-Z])/;

/** The answer of `git diff-… --raw -z`, of which the end may be missing. */
export function parseRawDiff(output: Buffer): RawChange[] {
  const fields = output.toString('utf8').split('\0');
  const changes: RawChange[] = [];
  // After the last NUL comes nothing, or half of something.
  for (let at = 0; at + 2 < fields.length; at += 2) {
    const [, oldMode, newMode, oldId, status] = META.exec(fields[at] ?? '') ?? [];
    const path = fields[at + 1];
    if (!oldMode || !newMode || !oldId || !status || !path) break;
    changes.push({ oldMode, newMode, oldId, status, path });
  }
  return changes;
}

/** Paths that end in NUL, of which the last may be missing its end. No path is empty. */
export const parsePaths = (output: Buffer): string[] =>
  output
    .toString('utf8')
    .split('\0')
    .slice(0, -1)
    .filter((path) => path !== '');

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

/** The content as git would store it unfiltered; undefined if it is not a file or link, or larger than `maxBytes`. */
async function readInside(worktree: string, { path, oldMode }: RawChange, maxBytes: number) {
  const place = join(worktree, path);
  const seen = await statInside(worktree, path);
  if (seen === undefined || seen.size > maxBytes) return undefined;
  if (oldMode === LINK_MODE)
    return seen.isSymbolicLink() ? readlink(place, { encoding: 'buffer' }) : undefined;
  if (!seen.isFile()) return undefined;
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

function blobId(content: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex');
}

export interface Compared {
  readonly modified: readonly RawChange[];
  /** Touched; whether it differs is not known. */
  readonly unchecked: readonly RawChange[];
}

type Verdict = 'same' | 'differs' | undefined;

const MAX_FILES = 256;
const MAX_BYTES = 1024 * 1024;
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;

/** Git only compares times and sizes, which all differ in a copied or mounted repository: the content decides.
 *  If git compared it, git would run the filters that the repository names. */
export async function compareContent(place: OpenRepository, changes: readonly RawChange[]) {
  const isDoubtful = ({ status, oldMode, newMode }: RawChange) => status === 'M' && oldMode === newMode;
  const doubtful = changes.filter(isDoubtful);
  const verdicts = new Map<RawChange, Verdict>();
  await place.deadline.within(compareAll(place, doubtful.slice(0, MAX_FILES), verdicts));
  return {
    modified: changes.filter((change) => !isDoubtful(change) || verdicts.get(change) === 'differs'),
    unchecked: doubtful.filter((change) => verdicts.get(change) === undefined),
  };
}

async function compareAll(
  { worktree, deadline }: OpenRepository,
  changes: readonly RawChange[],
  verdicts: Map<RawChange, Verdict>,
): Promise<void> {
  let left = MAX_TOTAL_BYTES;
  for (const change of changes) {
    if (deadline.signal.aborted || left <= 0) return;
    const content = await readInside(worktree, change, Math.min(left, MAX_BYTES)).catch(() => undefined);
    left -= content?.length ?? 0;
    verdicts.set(change, content && compare(content, change.oldId));
  }
}

/** Line endings alone are no change: where git converts them, the index has them without. */
function compare(content: Buffer, id: string): Verdict {
  if (blobId(content, id) === id) return 'same';
  if (!content.includes('\r\n') || content.includes(0)) return 'differs';
  const converted = Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return blobId(converted, id) === id ? 'same' : 'differs';
}
