import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Instant } from '../../../domain/instant.ts';
import type { Migration } from '../../migrations/migration.ts';
import { backupFolder, backupName, makeBackup, makeBackupFolder } from '../backup/backup-files.ts';
import { isRestoring, settleRestore } from '../backup/restore-intent.ts';
import { Connection, type ConnectionOptions, type Opened } from '../connection.ts';
import { openDatabase, openImmutable, readOnce } from '../driver.ts';
import {
  needsWritableFolder,
  storeBusy,
  storeFolderMissing,
  storeLogMissing,
  storeMissing,
  translateError,
} from '../errors.ts';
import { isOlder, migrate } from '../migrate.ts';
import { hasStore } from './inspect-file.ts';
import {
  copyDurably,
  draftName,
  inodeOf,
  isTaken,
  linkIntoPlace,
  removeWithLogs,
  sizeOf,
  stampOf,
  syncFolder,
} from './store-files.ts';
import { isBusy } from './wait-for-lock.ts';

/** SQLite could not create the index of the log, so no process has the store open, and the file has all data. */
function openAtRest(path: string, error: unknown): Opened {
  const stamp = stampOf(path);
  if (!needsWritableFolder(error) || sizeOf(`${path}-wal`) > 0) throw error;
  try {
    return { database: openImmutable(path), isOutdated: () => stampOf(path) !== stamp };
  } catch {
    throw error;
  }
}

/** A search reads a few hundred texts of a few kilobytes, and the index; by default SQLite keeps 2 MB. */
const CACHE_KIB = 8_000;

/** A connection for reading alone. It never waits for a lock, and a read-only or full disk does not stop it. */
function openReadOnly(path: string): Opened {
  const database = openDatabase(path);
  try {
    database.exec(`PRAGMA busy_timeout = 0; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -${CACHE_KIB}`);
    readOnce(database);
    return { database };
  } catch (error) {
    database.close();
    return openAtRest(path, error);
  }
}

export interface OpenFileOptions extends ConnectionOptions {
  /** Whether a store that is not there yet is created. */
  readonly mayCreate: boolean;
  /** Whether a missing folder is created as well. That is allowed for the home folder, not for a folder that a person named. */
  readonly mayCreateFolder: boolean;
  readonly migrations: readonly Migration[];
  readonly now: Instant;
  /** Told what a process that died in the middle of a restore has left. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** What SQLite calls a store that is on no disk, and gone when it is closed. */
export const IN_MEMORY = ':memory:';

/**
 * Builds the new store under a temporary name and links it into place, so that no process sees half of it.
 *
 * What is linked is a copy of what SQLite built. SQLite shares a file's lock and log index by inode within a
 * process, so an inode it has known under another name would keep the other name's index, and this process would
 * not see what others write.
 */
function createFile(options: OpenFileOptions): void {
  const { path, migrations, now } = options;
  const draft = draftName(path);
  const copy = `${draft}-copy`;
  try {
    const connection = new Connection({ ...options, path: draft, namedPath: path });
    try {
      // Only the copy has to survive a crash, and it is synced below.
      connection.exec('PRAGMA synchronous = OFF');
      migrate(connection, { migrations, now, keepCopy: () => {} });
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      connection.close();
    }
    copyDurably(draft, copy);
    linkIntoPlace(copy, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (!isTaken(error)) throw translateError(error, path);
  } finally {
    removeWithLogs(draft);
    rmSync(copy, { force: true });
  }
}

/** Made by a second connection while the first holds the write lock. */
function backUpBeforeMigration(path: string, now: Instant): void {
  makeBackupFolder(path);
  makeBackup(path, backupName(path, 'before-migration', now, backupFolder(path)), 'quick_check');
}

function makeFolder({ path, mayCreateFolder }: OpenFileOptions): void {
  const folder = dirname(path);
  if (existsSync(folder)) return;
  if (!mayCreateFolder) throw storeFolderMissing(path, folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw translateError(error, path);
  }
}

/** Whether SQLite gets the store for itself alone: then no other connection has it open. */
function isOpenElsewhere(path: string): boolean {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    readOnce(database);
    return false;
  } catch (error) {
    return isBusy(translateError(error, path));
  } finally {
    database.close();
  }
}

/** An index without a log is a leftover, or the log was deleted under other processes, whose index a new one would break. */
function refuseDeletedLog(path: string): void {
  if (!existsSync(`${path}-shm`) || existsSync(`${path}-wal`) || !existsSync(`${path}-shm`)) return;
  if (isOpenElsewhere(path)) throw storeLogMissing(path);
}

function reportInterruptedRestore({ path, onNotice }: OpenFileOptions): void {
  const left = settleRestore(path);
  if (left !== undefined) onNotice?.(left);
}

/** Reads the file past SQLite, which drops the locks this process has on it: call it before the first connection. */
export function ensureFile(options: OpenFileOptions): void {
  reportInterruptedRestore(options);
  if (hasStore(options.path)) return;
  if (!options.mayCreate) throw storeMissing(options.path);
  makeFolder(options);
  createFile(options);
}

/** The schema this program reads, in the mode in which readers and a writer do not wait for each other. */
function isReady(opened: Opened, options: OpenFileOptions): boolean {
  const reader = new Connection(options, () => opened);
  if (isOlder(reader, options.migrations)) return false;
  return opened.isOutdated !== undefined || reader.get('PRAGMA journal_mode')?.journal_mode === 'wal';
}

/** Kept from the garbage collector, which would close them. */
const abandoned: Opened[] = [];

/**
 * How to open a store for reading; before that it is migrated where it is older. Waits for nothing: where another
 * process has what it takes, it throws `store_busy`, and can be called again.
 */
export function storeOpener(options: OpenFileOptions): () => Opened {
  const { path, migrations, now } = options;
  // Kept from one call to the next: the prebuilt driver lets go of the files of a closed connection much later.
  let pending: { readonly opened: Opened; readonly writer: Connection; readonly inode?: string } | undefined;

  function bringUpToDate(opened: Opened, writer: Connection): Opened {
    migrate(writer, { migrations, now, keepCopy: () => backUpBeforeMigration(path, now) });
    // Now, with the log open: the last connection to close would take the log with it.
    readOnce(opened.database);
    writer.close();
    return opened;
  }

  return () => {
    if (pending === undefined) {
      reportInterruptedRestore(options);
      refuseDeletedLog(path);
      const inode = inodeOf(path);
      pending = {
        opened: openReadOnly(path),
        writer: new Connection({ ...options, busyTimeoutMs: 0 }),
        inode,
      };
    }
    const { opened, writer } = pending;
    try {
      const ready = isReady(opened, options) ? opened : bringUpToDate(opened, writer);
      const { inode } = pending;
      pending = undefined;
      // Part of what was opened may belong to the old store and part to the new one. Closing it could delete the log of the new one.
      if (isRestoring(path) || inodeOf(path) !== inode) {
        abandoned.push(opened);
        throw storeBusy(path);
      }
      return ready;
    } catch (error) {
      if (isBusy(translateError(error, path))) throw error;
      pending = undefined;
      writer.close();
      opened.database.close();
      throw error;
    }
  };
}
