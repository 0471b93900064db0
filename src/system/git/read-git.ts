import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve, win32 } from 'node:path';
import type { Git, GitFacts } from '../../app/ports/system.ts';
import { attempt } from '../../lib/attempt.ts';
import { readStart, withRegularFile } from '../files/regular-file.ts';

const SMALL_FILE_BYTES = 8192;

/** The first `maxBytes` of a regular file; undefined for anything else and for what cannot be read. */
const readBounded = (path: string, maxBytes: number): Buffer | undefined =>
  attempt(() => withRegularFile(path, 'read', (file) => readStart(file, maxBytes)));

function readSmallText(path: string): string | undefined {
  const bytes = readBounded(path, SMALL_FILE_BYTES + 1);
  return bytes && bytes.length <= SMALL_FILE_BYTES ? bytes.toString('utf8') : undefined;
}

/** Whether a Windows path names another network share than `from` does. Touching such a path signs in
 *  to that host with the user's credentials, so a hostile `.git` file must not choose it. */
export function isOtherHost(from: string, path: string): boolean {
  const root = win32.parse(path).root.toLowerCase();
  return root.startsWith('\\\\') && root !== win32.parse(from).root.toLowerCase();
}

interface GitDir {
  readonly gitDir: string;
  readonly commonDir: string;
}

interface Checkout extends GitDir {
  readonly worktree: string;
}

/** The checkout a real folder lies in, found as git finds it: upwards to the root, the nearest wins.
 *  Configuration is not read, so `core.worktree` and `core.bare` change nothing. */
export function findGitDir(folder: string): Checkout | undefined {
  for (let worktree = folder; ; worktree = dirname(worktree)) {
    const dotGit = join(worktree, '.git');
    const stat = statOf(dotGit);
    // A `.git` file that leads nowhere ends the search: this folder is not part of a repository further up.
    if (stat?.isFile()) return checkout(worktree, openGitFile(worktree, dotGit));
    const found = stat?.isDirectory() ? openGitDir(dotGit) : undefined;
    if (found) return checkout(worktree, found);
    if (isBare(worktree) || dirname(worktree) === worktree) return undefined;
  }
}

function checkout(worktree: string, found: GitDir | undefined): Checkout | undefined {
  return found && { worktree, ...found };
}

function openGitFile(worktree: string, dotGit: string): GitDir | undefined {
  const target = /^gitdir: ([^\r\n]+)[\r\n]*$/.exec(readSmallText(dotGit) ?? '')?.[1];
  if (target === undefined) return undefined;
  const path = resolve(worktree, target);
  return isOtherHost(worktree, path) ? undefined : openGitDir(path);
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

const openGitDir = (path: string): GitDir | undefined =>
  attempt(() => {
    // First, because every folder on the way to the root is tried, and hardly any has a HEAD.
    if (!hasHead(path) || !isFolder(path)) return undefined;
    const gitDir = realpathSync.native(path);
    const commonDir = commonDirOf(gitDir);
    if (commonDir === undefined) return undefined;
    return isFolder(join(commonDir, 'objects')) ? { gitDir, commonDir } : undefined;
  });

function commonDirOf(gitDir: string): string | undefined {
  const file = join(gitDir, 'commondir');
  if (!statSync(file, { throwIfNoEntry: false })) return gitDir;
  const target = /^([^\r\n]+)[\r\n]*$/.exec(readSmallText(file) ?? '')?.[1];
  if (target === undefined) return undefined;
  const path = resolve(gitDir, target);
  return isOtherHost(gitDir, path) ? undefined : realpathSync.native(path);
}

function hasHead(gitDir: string): boolean {
  const head = lstatSync(join(gitDir, 'HEAD'), { throwIfNoEntry: false });
  // An old HEAD is a symbolic link, which dangles while its branch is unborn or packed.
  return head !== undefined && (head.isFile() || head.isSymbolicLink());
}

function isBare(folder: string): boolean {
  const found = openGitDir(folder);
  return found !== undefined && isFolder(join(found.commonDir, 'refs'));
}

const statOf = (path: string): Stats | undefined => attempt(() => statSync(path, { throwIfNoEntry: false }));

const MAX_LENGTH = 1024;
// The control characters are those of `\p{Cc}`, whose table takes Node longer to load than to read the files here.
// biome-ignore lint/suspicious/noControlCharactersInRegex: none may be in a name
const FORBIDDEN = /\.\.|@\{|[\u0000-\u001f\u007f-\u009f ~^:?*[\\]/;

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
