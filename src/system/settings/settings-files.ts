import { randomUUID } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileChange, SettingsFiles } from '../../app/ports/client-settings.ts';
import { codeOf } from '../files/file-errors.ts';
import { syncFolders } from '../files/write-text.ts';
import {
  busy,
  changed,
  checkWritable,
  locateSettings,
  readOnly,
  readSettings,
  type SettingsLocation,
  toSettingsWriteError,
} from './read-settings.ts';

const PRIVATE_FILE = 0o600;
const PERMISSIONS = 0o7777;

type Ownership = Pick<NonNullable<SettingsLocation['stats']>, 'mode' | 'uid' | 'gid'>;

/** As the file was: whose it is first, since that takes permissions away. */
async function preserveOwnership(handle: FileHandle, path: string, { mode, uid, gid }: Ownership) {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) {
    await handle.chown(uid, gid).catch((cause: unknown) => {
      throw readOnly(path, `it belongs to user ${uid} and group ${gid}, and would not any more`, cause);
    });
  }
  await handle.chmod(mode & PERMISSIONS);
}

async function writeNew(path: string, of: string, text: string, kept: Ownership | undefined, mode: number) {
  const handle = await open(path, 'wx', PRIVATE_FILE);
  try {
    await handle.writeFile(text, 'utf8');
    if (kept === undefined) await handle.chmod(mode);
    else await preserveOwnership(handle, of, kept);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
  await handle.close();
}

/** Empty folders, from this one up to the last that may go. */
async function removeEmpty(folder: string, top: string | null): Promise<void> {
  if (top === null || !folder.startsWith(top)) return;
  const isGone = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone) await removeEmpty(dirname(folder), top);
}

/** New folders of a repository are as open to others as the one they are in. */
async function makeFolder(folder: string, isShared: boolean): Promise<string | null> {
  const made = (await mkdir(folder, { recursive: true, mode: 0o700 })) ?? null;
  if (made === null || !isShared) return made;
  const { mode } = await stat(dirname(made));
  for (let path = folder; path.startsWith(made); path = dirname(path)) await chmod(path, mode & PERMISSIONS);
  return made;
}

async function expectText(path: string, expected: string | null): Promise<void> {
  if ((await readSettings(path)).text !== expected) throw changed(path);
}

async function replaceSettings(path: string, { expected, text, isShared }: FileChange) {
  const { real, stats } = await locateSettings(path);
  const folder = dirname(real);
  const temporary = join(folder, `.throughline-${randomUUID()}.tmp`);
  let made: string | null = null;
  try {
    made = await makeFolder(folder, isShared);
    const mode = isShared ? (await stat(folder)).mode & 0o666 : PRIVATE_FILE;
    await writeNew(temporary, path, text, stats, mode);
    await expectText(path, expected);
    await rename(temporary, real);
    await syncFolders(folder, made === null ? folder : dirname(made));
    return made;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    await removeEmpty(folder, made);
    throw toSettingsWriteError(path, error);
  }
}

const MAX_COPIES = 20;

async function keepCopy(path: string, text: string, now: string): Promise<string> {
  const { stats } = await locateSettings(path);
  const name = `${path}.throughline-${now.replaceAll(/[:.]/g, '-')}`;
  for (let count = 1; ; count++) {
    const copy = `${name}${count === 1 ? '' : `-${count}`}.bak`;
    try {
      await writeNew(copy, path, text, stats, PRIVATE_FILE);
      await syncFolders(dirname(copy), dirname(copy));
      return copy;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || count === MAX_COPIES) throw toSettingsWriteError(copy, error);
    }
  }
}

async function removeSettings(path: string, expected: string, top: string | null): Promise<void> {
  try {
    await expectText(path, expected);
    await unlink(path);
    await syncFolders(dirname(path), dirname(path));
    await removeEmpty(dirname(path), top);
  } catch (error) {
    throw toSettingsWriteError(path, error);
  }
}

/** A process that holds the lock touches it more often than this. An older lock was left behind by a crash. */
const STALE_LOCK_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const PAUSE_MS = 50;

async function removeStaleLock(lock: string): Promise<void> {
  const stats = await stat(lock).catch(() => undefined);
  if (stats !== undefined && Date.now() - stats.mtimeMs > STALE_LOCK_MS)
    await rmdir(lock).catch(() => undefined);
}

async function takeLock(path: string, lock: string): Promise<void> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await mkdir(lock, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw toSettingsWriteError(path, error);
    }
    if (Date.now() > deadline) throw busy(path);
    await removeStaleLock(lock);
    await wait(PAUSE_MS);
  }
}

/** Uses the client's own lock, so that the client and this process wait for each other. */
async function whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const { real, stats } = await locateSettings(path);
  if (stats === undefined) return work();
  const lock = `${real}.lock`;
  await takeLock(path, lock);
  try {
    return await work();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

export const settingsFiles: SettingsFiles = {
  read: readSettings,
  checkWritable,
  keepCopy,
  replace: replaceSettings,
  remove: removeSettings,
  whileLocked,
};
