import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { notFound, ThroughlineError } from '../../domain/error.ts';
import { type AllowedPath, codeOf, describeFailure, notRegular, refusal } from './file-errors.ts';

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

const { O_RDONLY } = constants;
// Absent on Windows, which cannot open folders, although the types say otherwise.
const FOLDER_ONLY: number | undefined = constants.O_DIRECTORY && constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A folder that is held open: `at` names an entry of this folder even if another one takes its place meanwhile. */
interface FolderHandle {
  at(name: string): string;
  /** Opens the folder `name` in this one, and creates it if it is missing. Fails if `name` is a link. */
  enter(name: string): Promise<FolderHandle>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Like openat, by the path of the descriptor on Linux. Elsewhere a folder that is swapped for a link is followed. */
async function openFolder(path: string): Promise<FolderHandle> {
  const handle = await openDirectory(path);
  if (handle === undefined) return folderHandle(path, undefined);
  const ownPath = `/proc/self/fd/${handle.fd}`;
  const isReachable = await access(ownPath).then(
    () => true,
    () => false,
  );
  return folderHandle(isReachable ? ownPath : path, handle);
}

const openDirectory = async (path: string): Promise<FileHandle | undefined> =>
  FOLDER_ONLY === undefined ? undefined : await open(path, O_RDONLY | FOLDER_ONLY);

function folderHandle(path: string, handle: FileHandle | undefined): FolderHandle {
  const at = (name: string) => join(path, name);
  const sync = async () => handle && (await syncHandle(handle));
  return {
    at,
    sync,
    enter: async (name) => {
      if (await makeFolder(at(name))) await sync();
      return await openFolder(at(name));
    },
    close: async () => handle?.close(),
  };
}

const makeFolder = (path: string): Promise<boolean> =>
  mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error) => {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    },
  );

export async function writeText(place: AllowedPath, text: string): Promise<string> {
  if (place.path === place.root) throw notRegular(place);
  try {
    await checkRoot(place);
    const folder = await openParent(place);
    await writeInto(folder, place, text).finally(() => folder.close());
    return place.path;
  } catch (error) {
    throw error instanceof ThroughlineError ? error : describeFailure(error, place);
  }
}

async function checkRoot(place: AllowedPath): Promise<void> {
  const hasRoot = await realpath(place.root).catch(() => undefined);
  if (hasRoot !== undefined) return;
  const problem = `is inside an allowed folder that does not exist (${place.root})`;
  throw refusal(notFound, 'folder_not_found', place, problem, 'Create that folder first.');
}

/** Goes down from the root one folder at a time, so that no link on the way can lead out of it. */
async function openParent(place: AllowedPath): Promise<FolderHandle> {
  const names = relative(place.root, dirname(place.path)).split(sep).filter(Boolean);
  let folder = await openFolder(place.root);
  for (const name of names) {
    const above = folder;
    folder = await enterFolder(above, name, place).finally(() => above.close());
  }
  return folder;
}

async function enterFolder(folder: FolderHandle, name: string, place: AllowedPath): Promise<FolderHandle> {
  try {
    return await folder.enter(name);
  } catch (error) {
    const there = await lstat(folder.at(name)).catch(() => undefined);
    throw there?.isSymbolicLink() ? place.refuse('was changed while it was written') : error;
  }
}

async function writeInto(folder: FolderHandle, place: AllowedPath, text: string): Promise<void> {
  const target = folder.at(basename(place.path));
  const temporary = folder.at(`.throughline-${randomUUID()}.tmp`);
  const there = await lstat(target).catch(() => undefined);
  if (there !== undefined && !there.isFile()) throw notRegular(place);
  try {
    await writeDurably(temporary, text);
    await rename(temporary, target);
    await folder.sync();
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}
