import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve, win32 } from 'node:path';
import { attempt } from '../../lib/attempt.ts';
import { readStart, withRegularFile } from '../files/regular-file.ts';

const SMALL_FILE_BYTES = 8192;

/** The first `maxBytes` of a regular file; undefined for anything else and for what cannot be read. */
export const readBounded = (path: string, maxBytes: number): Buffer | undefined =>
  attempt(() => withRegularFile(path, 'read', (file) => readStart(file, maxBytes)));

export function readSmallText(path: string): string | undefined {
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
    if (!isFolder(path) || !hasHead(path)) return undefined;
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
