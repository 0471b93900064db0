import { type FileHandle, lstat, readlink, realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { OpenFile } from '../../app/ports/files.ts';
import { isInside } from '../../lib/allowed-path.ts';
import { describeFailure, type Place } from './failure.ts';
import { openRegular } from './regular-file.ts';

const ATTEMPTS = 3;
/** How often the path is compared with what was opened where the system does not tell the path of a descriptor. */
const COMPARISONS = 8;

/** Where the system says that the open file is now; undefined where it does not say, as on macOS and Windows. */
export async function descriptorPath({ fd }: FileHandle): Promise<string | undefined> {
  const path = await readlink(`/proc/self/fd/${fd}`).catch(() => undefined);
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

async function isStillAt(path: string, handle: FileHandle): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  const real = await realpath(path).catch(() => undefined);
  const now = await lstat(path, { bigint: true }).catch(() => undefined);
  return real === path && now?.ino === opened.ino && now.dev === opened.dev;
}

/**
 * Whether what is open lies inside the root. The path alone cannot say: a folder on it may have been a link while the file was
 * opened and be a folder again now. Each comparison would have to be fooled by swaps at exactly the right moments.
 */
async function isOpenedInside(handle: FileHandle, { path, root }: Place): Promise<boolean> {
  const actual = await descriptorPath(handle);
  // A deleted file has no path any more: whoever replaced it wrote a newer one.
  if (actual !== undefined) return (await handle.stat()).nlink > 0 && isInside(root, actual);
  for (let round = 0; round < COMPARISONS; round += 1) if (!(await isStillAt(path, handle))) return false;
  return true;
}

async function openChecked(place: Place): Promise<FileHandle | undefined> {
  const handle = await openRegular(place.path);
  try {
    if (await isOpenedInside(handle, place)) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/** The one way to read a file that a caller named: what is open is a regular file inside the allowed roots. */
export async function openInside(place: Place): Promise<OpenFile> {
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      // Whoever writes files atomically replaces them: look again before suspecting anything.
      const handle = await openChecked(place);
      if (handle === undefined) continue;
      const { size } = await handle.stat();
      return {
        path: place.path,
        size,
        read: (...into) => handle.read(...into),
        close: () => handle.close(),
      };
    }
  } catch (error) {
    throw describeFailure(error, place);
  }
  throw place.refuse('was changed while it was opened');
}
