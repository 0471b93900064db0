import { realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { FolderIdentity, Folders, Git } from '../app/ports/system.ts';
import { attempt } from '../lib/attempt.ts';
import { findFolderBySlug } from './find-folder-by-slug.ts';

export function createFolders(git: Git): Folders {
  return {
    identify: (folder) => identifyFolder(git, folder),
    exists: (path) => realPath(path) === path,
    findBySlug: findFolderBySlug,
  };
}

function identifyFolder(git: Git, folder: string): FolderIdentity | undefined {
  const path = realPath(folder);
  if (path === undefined || dirname(path) === path || !isDirectory(path)) return undefined;
  const facts = git.read(path);
  if (!facts) return { ...anchored('dir', path, basename(path)), worktree: path, branch: null, head: null };
  const { worktree, commonDir, branch, head } = facts;
  return { ...anchored('git', commonDir, repositoryName(commonDir)), worktree, branch, head };
}

// As `\p{Cc}`, whose table takes Node longer to load than all that is done here.
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name is shown on one line
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

function anchored(kind: 'git' | 'dir', anchorPath: string, name: string) {
  const key = `${kind}:${anchorPath}`;
  return { key, name: name.replace(CONTROL, ' '), anchorPath, fingerprint: fingerprintOf(anchorPath) };
}

// Only the common directory decides, so that every worktree of a repository has the same name.
// Many people keep `.bare` beside its worktrees; then the parent folder has the name.
function repositoryName(commonDir: string): string {
  const own = basename(commonDir);
  if (own !== '.git' && own !== '.bare') return own.replace(/(?<=.)\.git$/i, '');
  return basename(dirname(commonDir)) || dirname(commonDir);
}

function fingerprintOf(path: string): string {
  const { dev, ino = 0n, birthtimeMs = 0n } = attempt(() => statSync(path, { bigint: true })) ?? {};
  return ino > 0n && birthtimeMs > 0n ? `${dev}:${ino}:${birthtimeMs}` : '';
}

const isDirectory = (path: string): boolean => attempt(() => statSync(path).isDirectory()) ?? false;

const realPath = (path: string) => (path === '' ? undefined : attempt(() => realpathSync.native(path)));
