import { mkdir, rmdir, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { SettingsFiles } from '../../app/ports/settings-files.ts';
import { codeOf } from '../files/failure.ts';
import { busy, writeFailure } from './failure.ts';
import { checkWritable, locateSettings, readSettings } from './locate-settings.ts';
import { keepCopy, removeSettings, replaceSettings } from './write-settings.ts';

/** Whoever works on the file touches its lock more often than this; an older one was left behind by a crash. */
const STALE_MS = 10_000;
const PATIENCE_MS = 5_000;
const PAUSE_MS = 50;

async function removeStale(lock: string): Promise<void> {
  const stats = await stat(lock).catch(() => undefined);
  if (stats !== undefined && Date.now() - stats.mtimeMs > STALE_MS) await rmdir(lock).catch(() => undefined);
}

async function take(path: string, lock: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await mkdir(lock, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw writeFailure(path, error);
    }
    if (Date.now() > deadline) throw busy(path);
    await removeStale(lock);
    await wait(PAUSE_MS);
  }
}

/** By the lock of the client's own: it waits for ours as we wait for its. */
async function whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const { real, stats } = await locateSettings(path);
  if (stats === undefined) return work();
  const lock = `${real}.lock`;
  await take(path, lock);
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
