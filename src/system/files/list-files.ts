import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedFile } from '../../app/ports/system.ts';
import { codeOf } from './file-errors.ts';

const NO_SUCH_FOLDER = ['ENOENT', 'ENOTDIR'];

/** What is removed while it is being listed is left out. */
async function orNone<Item>(found: Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await found;
  } catch (error) {
    if (NO_SUCH_FOLDER.includes(String(codeOf(error)))) return [];
    throw error;
  }
}

const described = async (path: string): Promise<readonly ListedFile[]> => {
  const { size, mtime } = await lstat(path);
  return [{ path, size, changedAt: mtime.toISOString() }];
};

/** The regular files in the folder and below, by path. Links are not followed. */
export async function listFiles(folder: string, maxDepth: number): Promise<readonly ListedFile[]> {
  const entries = await orNone(readdir(folder, { withFileTypes: true }));
  const found: ListedFile[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile()) found.push(...(await orNone(described(path))));
    else if (entry.isDirectory() && maxDepth > 0) found.push(...(await listFiles(path, maxDepth - 1)));
  }
  return found;
}
