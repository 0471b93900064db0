import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import type { Environment } from './git-environment.ts';

export interface GitProgram {
  readonly file: string;
  /** PATH without the entries that lead into the working tree, or to wherever one stands. */
  readonly path: string;
}

/** The git a person installed, never one that a repository brings along. */
export async function findGitProgram(
  environment: Environment,
  worktree: string,
): Promise<GitProgram | undefined> {
  const folders = await trustedFolders(pathOf(environment), worktree);
  const name = platform() === 'win32' ? 'git.exe' : 'git';
  for (const folder of folders) {
    const file = join(folder, name);
    if (await isProgram(file, worktree)) return { file, path: folders.join(delimiter) };
  }
  return undefined;
}

// On Windows it is spelled "Path".
const pathOf = (environment: Environment): string =>
  Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';

async function trustedFolders(path: string, worktree: string): Promise<string[]> {
  const folders = path.split(delimiter).filter(isAbsolute);
  const reals = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return folders.filter((_, index) => isOutside(reals[index], worktree));
}

async function isProgram(file: string, worktree: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile() && isOutside(await realpath(file), worktree);
  } catch {
    return false;
  }
}

function isOutside(path: string | undefined, worktree: string): boolean {
  if (path === undefined) return false;
  const way = relative(worktree, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}
