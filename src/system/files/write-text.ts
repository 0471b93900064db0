import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound, ThroughlineError } from '../../domain/error.ts';
import { codeOf, describeFailure, notRegular, type Place, refusal } from './failure.ts';
import { descriptorPath } from './open-inside.ts';

export async function writeText(place: Place, text: string): Promise<string> {
  const parent = dirname(place.path);
  const temporary = join(parent, `.throughline-${randomUUID()}.tmp`);
  try {
    await checkTarget(place);
    const firstMade = await mkdir(parent, { recursive: true, mode: 0o700 });
    if ((await realpath(parent)) !== parent) throw place.refuse('was changed while it was written');
    await writeDurably(place, temporary, text);
    await rename(temporary, place.path);
    await syncFolders(parent, firstMade === undefined ? parent : dirname(firstMade));
    return place.path;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error instanceof ThroughlineError ? error : describeFailure(error, place);
  }
}

async function checkTarget(place: Place): Promise<void> {
  const target = await lstat(place.path).catch(() => undefined);
  if (target !== undefined && !target.isFile()) throw notRegular(place);
  const hasRoot = await realpath(place.root).catch(() => undefined);
  if (hasRoot !== undefined) return;
  const problem = `is inside an allowed folder that does not exist (${place.root})`;
  throw refusal(notFound, 'folder_not_found', place, problem, 'Create that folder first.');
}

/** A folder that became a link since it was checked gets an empty file, for a moment, and no word of the text. */
async function refuseElsewhere(place: Place, path: string, handle: FileHandle): Promise<void> {
  const actual = await descriptorPath(handle);
  if (actual === undefined || actual === path) return;
  await rm(actual, { force: true }).catch(() => undefined);
  throw place.refuse('was changed while it was written');
}

async function writeDurably(place: Place, path: string, text: string): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await refuseElsewhere(place, path, handle);
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** From the folder written to up to the one that holds the first that was made. */
export async function syncFolders(folder: string, top: string): Promise<void> {
  await syncFolder(folder);
  if (folder !== top && folder !== dirname(folder)) await syncFolders(dirname(folder), top);
}

// Windows opens no folder, some file systems sync none; a disk that failed (EIO) is another matter.
const CANNOT_SYNC = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP'];

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!CANNOT_SYNC.includes(codeOf(error))) throw error;
  }
}
