import { existsSync, renameSync } from 'node:fs';
import { hasCode, unavailable } from '../../../domain/error.ts';
import type { Instant } from '../../../domain/instant.ts';
import { type Database, openDatabase } from '../driver.ts';
import { storeBusy, storeDamaged, translateError } from '../errors.ts';
import { inspectFile } from '../file/inspect-file.ts';
import {
  copyDurably,
  damagedName,
  draftName,
  linkIntoPlace,
  removeWithLogs,
  sizeOf,
} from '../file/store-files.ts';
import { isBusy } from '../file/wait-for-lock.ts';
import { backupFolder, backupName, makeBackup, makeBackupFolder } from './backup-files.ts';
import { readSound } from './read-backup.ts';
import { finishRestore, removeIntent, removeOldLogs, whileRestoring, writeIntent } from './restore-intent.ts';

const WAIT_MS = 10_000;
const ATTEMPT_MS = 250;

const isLogEmpty = (store: string) => sizeOf(`${store}-wal`) === 0;

/** A file that a person copied may have a log beside it, with part of its data. */
function copyBackup(backup: string, draft: string): void {
  if (isLogEmpty(backup)) copyDurably(backup, draft);
  else makeBackup(backup, draft, 'quick_check');
}

/**
 * Keeps every other process from writing, with all of the store in its one file. Prepares no statement, so that closing it also
 * closes its files.
 */
function holdWrites(store: string): Database {
  const database = openDatabase(store);
  try {
    const giveUpAt = performance.now() + WAIT_MS;
    database.exec(`PRAGMA busy_timeout = ${ATTEMPT_MS}`);
    for (;;) {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const isHeld = tryBegin(database, store);
      if (isHeld && isLogEmpty(store)) return database;
      if (isHeld) database.exec('ROLLBACK');
      if (performance.now() > giveUpAt) throw storeBusy(store);
    }
  } catch (error) {
    database.close();
    throw translateError(error, store);
  }
}

function tryBegin(database: Database, store: string): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(translateError(error, store))) return false;
    throw error;
  }
}

/** undefined: there is no store, or it is damaged, so that nobody can write to it. */
function holdIfPresent(store: string): Database | undefined {
  const file = inspectFile(store);
  if (file.state === 'foreign') throw storeDamaged(store, file.what);
  if (file.state === 'unreadable')
    throw unavailable('store_unreadable', `The store cannot be replaced: ${file.what}`, file.hint);
  if (file.state !== 'present') return undefined;
  try {
    return holdWrites(store);
  } catch (error) {
    if (hasCode(error, 'store_damaged')) return undefined;
    throw error;
  }
}

/** Links, so that the store stays where it is until it is replaced. A damaged one keeps its logs. */
function keepAside(store: string, isWhole: boolean, now: Instant): string | null {
  const hasPart = (part: string) => (part === '' ? existsSync(store) : sizeOf(`${store}${part}`) > 0);
  const parts = (isWhole ? [''] : ['', '-wal', '-journal']).filter(hasPart);
  if (parts.length === 0) return null;
  const aside = isWhole
    ? backupName(store, 'before-restore', now, backupFolder(store))
    : damagedName(store, now);
  for (const part of parts) linkIntoPlace(`${store}${part}`, `${aside}${part}`);
  return aside;
}

function replace(store: string, backup: string, draft: string, now: Instant): string | null {
  const held = holdIfPresent(store);
  try {
    const aside = keepAside(store, held !== undefined, now);
    writeIntent(store, { backup, startedAt: now, draft });
    renameSync(draft, store);
    return aside;
  } catch (error) {
    removeIntent(store);
    throw error;
  } finally {
    held?.exec('ROLLBACK');
    held?.close();
  }
}

/** Replaces the store by a copy of the backup, and answers where the old one is. */
export function restoreStore(store: string, backup: string, now: Instant): string | null {
  makeBackupFolder(store);
  const draft = draftName(store);
  const restored = whileRestoring(store, WAIT_MS, () => {
    try {
      finishRestore(store);
      copyBackup(backup, draft);
      readSound(draft, backup);
      const aside = replace(store, backup, draft, now);
      removeOldLogs(store);
      removeIntent(store);
      return { aside };
    } catch (error) {
      throw translateError(error, store);
    } finally {
      removeWithLogs(draft);
    }
  });
  if (restored === undefined) throw storeBusy(store);
  return restored.aside;
}
