import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './failure.ts';
import { syncHandle } from './sync-folders.ts';

const { O_RDONLY } = constants;
// Absent on Windows, which opens no folder, whatever the types say.
const FOLDER_ONLY: number | undefined = constants.O_DIRECTORY && constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A folder that is held open: `at` names an entry of this very folder, whatever is put in its place meanwhile. */
export interface HeldFolder {
  at(name: string): string;
  /** Opens the folder `name` in this one, and creates it if it is missing. Fails if `name` is a link. */
  enter(name: string): Promise<HeldFolder>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Node has no openat: on Linux the path of the descriptor does the same. Elsewhere `at` is the plain path, and a folder that is
 * swapped for a link between two steps is followed.
 */
export async function holdFolder(path: string): Promise<HeldFolder> {
  const handle = await openFolder(path);
  if (handle === undefined) return held(path, undefined);
  const ownPath = `/proc/self/fd/${handle.fd}`;
  const isReachable = await access(ownPath).then(
    () => true,
    () => false,
  );
  return held(isReachable ? ownPath : path, handle);
}

const openFolder = async (path: string): Promise<FileHandle | undefined> =>
  FOLDER_ONLY === undefined ? undefined : await open(path, O_RDONLY | FOLDER_ONLY);

function held(path: string, handle: FileHandle | undefined): HeldFolder {
  const at = (name: string) => join(path, name);
  const sync = async () => handle && (await syncHandle(handle));
  return {
    at,
    sync,
    enter: async (name) => {
      if (await makeFolder(at(name))) await sync();
      return await holdFolder(at(name));
    },
    close: async () => handle?.close(),
  };
}

/** Whether the folder was missing. */
const makeFolder = (path: string): Promise<boolean> =>
  mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error) => {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    },
  );
