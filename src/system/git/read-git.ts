import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Git, GitFacts } from '../../app/ports/system.ts';
import { attempt } from '../../lib/attempt.ts';
import { findGitDir, readBounded, readSmallText } from './find-git-dir.ts';

const MAX_LENGTH = 1024;
const FORBIDDEN = /\.\.|@\{|[\p{Cc} ~^:?*[\\]/u;

/** git check-ref-format for names under `refs/`: such a name cannot leave the folder it is joined to.
 *  Also refuses `refs/heads/.invalid`, which a reftable repository keeps in HEAD. */
export function isRefName(name: string): boolean {
  if (!name.startsWith('refs/') || name.length > MAX_LENGTH || name.endsWith('.')) return false;
  if (FORBIDDEN.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

type RefFile =
  | { readonly kind: 'commit'; readonly id: string }
  | { readonly kind: 'symbolic'; readonly target: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' };

const COMMIT = /^([0-9a-f]{64}|[0-9a-f]{40})(?:\s|$)/i;

/** Reads HEAD or a loose ref. A symbolic target is not checked: check it before joining it to a path. */
function readRefFile(path: string): RefFile {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    // `refs/heads/a` may be an empty folder left by `a/b` while `a` is packed.
    if (!stat || stat.isDirectory()) return { kind: 'missing' };
    if (stat.isSymbolicLink()) {
      // Before `ref:` files a symbolic ref was a symbolic link; git still reads those.
      const target = readlinkSync(path);
      if (target.startsWith('refs/')) return { kind: 'symbolic', target };
    }
  } catch {
    return { kind: 'broken' };
  }
  return parseRef(readSmallText(path) ?? '');
}

function parseRef(text: string): RefFile {
  if (text.startsWith('ref:')) return { kind: 'symbolic', target: text.slice('ref:'.length).trim() };
  const id = COMMIT.exec(text)?.[1];
  return id ? { kind: 'commit', id: id.toLowerCase() } : { kind: 'broken' };
}

const MAX_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;
const COMMIT_ID = /^[0-9a-f]+$/i;

/** Commit id of a ref in `packed-refs`; undefined when it is not within the first 16 MB. */
function findPackedRef(commonDir: string, name: string): string | undefined {
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

type Head = Pick<GitFacts, 'branch' | 'head'>;

const MAX_SYMBOLIC_REFS = 5;
const BRANCHES = 'refs/heads/';

/** Follows HEAD to the branch and commit it ends at. HEAD is the worktree's own, refs are the repository's. */
function readHead(gitDir: string, commonDir: string): Head {
  let ref = readRefFile(join(gitDir, 'HEAD'));
  let name = '';
  for (let followed = 0; ref.kind === 'symbolic'; followed += 1) {
    if (followed === MAX_SYMBOLIC_REFS || !isRefName(ref.target)) return { branch: null, head: null };
    name = ref.target;
    ref = readRefFile(join(commonDir, name));
  }
  const branch = name.startsWith(BRANCHES) ? name.slice(BRANCHES.length) : null;
  if (ref.kind === 'commit') return { branch, head: ref.id };
  const packed = ref.kind === 'missing' && name ? findPackedRef(commonDir, name) : undefined;
  return { branch, head: packed ?? null };
}

/** Reads the repository's files and never starts git: a repository's configuration may name programs to run. */
export const readGit: Git = {
  read: (folder) =>
    attempt(() => {
      const checkout = findGitDir(realpathSync.native(folder));
      if (!checkout) return undefined;
      const { worktree, gitDir, commonDir } = checkout;
      return { worktree, commonDir, ...readHead(gitDir, commonDir) };
    }),
};
