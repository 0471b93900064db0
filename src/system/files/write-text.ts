import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { notFound, ThroughlineError } from '../../domain/error.ts';
import { describeFailure, notRegular, type Place, refusal } from './failure.ts';
import { type HeldFolder, holdFolder } from './held-folder.ts';

export async function writeText(place: Place, text: string): Promise<string> {
  if (place.path === place.root) throw notRegular(place);
  try {
    await checkRoot(place);
    const folder = await holdParent(place);
    await writeInto(folder, place, text).finally(() => folder.close());
    return place.path;
  } catch (error) {
    throw error instanceof ThroughlineError ? error : describeFailure(error, place);
  }
}

async function checkRoot(place: Place): Promise<void> {
  const hasRoot = await realpath(place.root).catch(() => undefined);
  if (hasRoot !== undefined) return;
  const problem = `is inside an allowed folder that does not exist (${place.root})`;
  throw refusal(notFound, 'folder_not_found', place, problem, 'Create that folder first.');
}

/** Goes down from the root one folder at a time, so that no link on the way can lead out of it. */
async function holdParent(place: Place): Promise<HeldFolder> {
  const names = relative(place.root, dirname(place.path)).split(sep).filter(Boolean);
  let folder = await holdFolder(place.root);
  for (const name of names) {
    const above = folder;
    folder = await enterFolder(above, name, place).finally(() => above.close());
  }
  return folder;
}

async function enterFolder(folder: HeldFolder, name: string, place: Place): Promise<HeldFolder> {
  try {
    return await folder.enter(name);
  } catch (error) {
    const there = await lstat(folder.at(name)).catch(() => undefined);
    throw there?.isSymbolicLink() ? place.refuse('was changed while it was written') : error;
  }
}

async function writeInto(folder: HeldFolder, place: Place, text: string): Promise<void> {
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
