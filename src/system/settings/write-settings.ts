import { randomUUID } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileChange } from '../../app/ports/settings-files.ts';
import { codeOf } from '../files/failure.ts';
import { syncFolders } from '../files/sync-folders.ts';
import { changed, readOnly, writeFailure } from './failure.ts';
import { locateSettings, readSettings, type SettingsPlace } from './locate-settings.ts';

const PRIVATE_FILE = 0o600;
const PERMISSIONS = 0o7777;

type Kept = Pick<NonNullable<SettingsPlace['stats']>, 'mode' | 'uid' | 'gid'>;

/** As the file was: whose it is first, since that takes permissions away. */
async function keepOwner(handle: FileHandle, path: string, { mode, uid, gid }: Kept): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) {
    await handle.chown(uid, gid).catch((cause: unknown) => {
      throw readOnly(path, `it belongs to user ${uid} and group ${gid}, and would not any more`, cause);
    });
  }
  await handle.chmod(mode & PERMISSIONS);
}

/** Under a name that nobody has. `of`: the file whose text it is. */
async function writeNew(
  path: string,
  of: string,
  text: string,
  kept: Kept | undefined,
  mode: number,
): Promise<void> {
  const handle = await open(path, 'wx', PRIVATE_FILE);
  try {
    await handle.writeFile(text, 'utf8');
    if (kept === undefined) await handle.chmod(mode);
    else await keepOwner(handle, of, kept);
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

export async function replaceSettings(
  path: string,
  { expected, text, isShared }: FileChange,
): Promise<string | null> {
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
    throw writeFailure(path, error);
  }
}

const COPIES_IN_A_MOMENT = 20;

export async function keepCopy(path: string, text: string, now: string): Promise<string> {
  const { stats } = await locateSettings(path);
  const name = `${path}.throughline-${now.replaceAll(/[:.]/g, '-')}`;
  for (let count = 1; ; count++) {
    const copy = `${name}${count === 1 ? '' : `-${count}`}.bak`;
    try {
      await writeNew(copy, path, text, stats, PRIVATE_FILE);
      await syncFolders(dirname(copy), dirname(copy));
      return copy;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || count === COPIES_IN_A_MOMENT) throw writeFailure(copy, error);
    }
  }
}

export async function removeSettings(path: string, expected: string, top: string | null): Promise<void> {
  try {
    await expectText(path, expected);
    await unlink(path);
    await syncFolders(dirname(path), dirname(path));
    await removeEmpty(dirname(path), top);
  } catch (error) {
    throw writeFailure(path, error);
  }
}
