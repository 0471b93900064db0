import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Backups } from '../app/ports/backups.ts';
import { storePathOf } from '../domain/store-location.ts';
import {
  backupFolder,
  backupName,
  listBackups,
  makeBackup,
  makeBackupFolder,
} from './sqlite/backup/backup-files.ts';
import { readBackup, readStoreSummary } from './sqlite/backup/read-backup.ts';
import { settleRestore } from './sqlite/backup/restore-intent.ts';
import { restoreStore } from './sqlite/backup/restore-store.ts';
import { storeMissing } from './sqlite/errors.ts';
import { followLinks } from './sqlite/file/follow-links.ts';
import { hasStore } from './sqlite/file/inspect-file.ts';
import { IN_MEMORY } from './sqlite/file/open-file.ts';
import { storeBytes } from './sqlite/file/store-files.ts';
import { whileLocked } from './sqlite/file/wait-for-lock.ts';

/** The backups of the store that a URL names; undefined where its engine keeps a store in no file. */
export function openBackups(url: string): Backups | undefined {
  const located = storePathOf(url);
  if (!('path' in located) || located.path === IN_MEMORY) return undefined;
  const store = followLinks(located.path);
  const folder = backupFolder(store);
  return {
    folder,
    list: () => listBackups(store),
    nameFor: (reason, now, inFolder = folder) => backupName(store, reason, now, inFolder),
    neededBytes() {
      settleRestore(store);
      if (!hasStore(store)) throw storeMissing(store);
      return storeBytes(store);
    },
    make(path) {
      makeBackupFolder(store);
      makeBackup(store, path, 'integrity_check');
    },
    readBackup,
    readStore: () => readStoreSummary(store),
    restore: (path, now) => restoreStore(store, path, now),
    remove: (path) => rmSync(path, { force: true }),
    claimDaily(work) {
      makeBackupFolder(store);
      return whileLocked(join(folder, '.daily.lock'), 0, work);
    },
  };
}
