import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './file-errors.ts';

/** From the folder written to up to the one that holds the first that was made. */
export async function syncFolders(folder: string, top: string): Promise<void> {
  await syncFolder(folder);
  if (folder !== top && folder !== dirname(folder)) await syncFolders(dirname(folder), top);
}

// Windows opens no folder, some file systems sync none; a disk that failed (EIO) is another matter.
const CANNOT_SYNC = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP'];

async function unlessUnsupported(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!CANNOT_SYNC.includes(codeOf(error))) throw error;
  }
}

export const syncHandle = (handle: FileHandle): Promise<void> => unlessUnsupported(() => handle.sync());

const syncFolder = (folder: string): Promise<void> =>
  unlessUnsupported(async () => {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  });
