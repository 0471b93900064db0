import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Instant } from '../../../domain/instant.ts';
import type { Migration } from '../../migrations/migration.ts';
import { Connection, type ConnectionOptions, type Opened } from '../connection.ts';
import { openDatabase, openImmutable, readOnce } from '../driver.ts';
import {
  needsWritableFolder,
  storeFolderMissing,
  storeLogMissing,
  storeMissing,
  translateError,
} from '../errors.ts';
import { isOlder, migrate } from '../migrate.ts';
import { hasStore } from './inspect-file.ts';
import {
  copyDurably,
  isTaken,
  linkIntoPlace,
  removeWithLogs,
  stampOf,
  syncFile,
  syncFolder,
} from './store-files.ts';
import { isBusy } from './wait-for-lock.ts';

/**
 * Without the index of the log, which SQLite could not create, no process has the store open. While the log is
 * empty, the file has all data. As soon as a process writes to it, it has to be opened again.
 */
function openAtRest(path: string, error: unknown): Opened {
  const stamp = stampOf(path);
  const logSize = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (!needsWritableFolder(error) || logSize > 0) throw error;
  try {
    return { database: openImmutable(path), isOutdated: () => stampOf(path) !== stamp };
  } catch {
    throw error;
  }
}

/** A connection for reading alone. It never waits for a lock, and a read-only or full disk does not stop it. */
function openReadOnly(path: string): Opened {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF');
    readOnce(database);
    return { database };
  } catch (error) {
    database.close();
    return openAtRest(path, error);
  }
}

export interface OpenFileOptions extends ConnectionOptions {
  /** Whether a missing store is created. Calls that only read never create one. */
  readonly mayCreate: boolean;
  /** Whether a missing folder is created as well. That is allowed for the home folder, not for a folder that a person named. */
  readonly mayCreateFolder: boolean;
  readonly migrations: readonly Migration[];
  readonly now: Instant;
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
  const draft = `${path}.new-${randomBytes(8).toString('hex')}`;
  const copy = `${draft}-copy`;
  try {
    const connection = new Connection({ ...options, path: draft });
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

/** A consistent copy, made by a second connection while the first holds the write lock; under its name only when whole. */
function keepCopy(path: string, fromVersion: number, now: Instant): void {
  const copy = `${path}.v${fromVersion}-${now.replaceAll(/[:.]/g, '-')}.bak`;
  const draft = `${copy}.new-${randomBytes(8).toString('hex')}`;
  const reader = openDatabase(path, { readOnly: true });
  try {
    reader.exec(`VACUUM INTO '${draft.replaceAll("'", "''")}'`);
    chmodSync(draft, 0o600);
    syncFile(draft);
    renameSync(draft, copy);
    syncFolder(dirname(path));
  } finally {
    reader.close();
    removeWithLogs(draft);
  }
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

/**
 * SQLite creates the log before its index and deletes it after. An index without a log is either a leftover, or
 * the log was deleted while other processes have the store open. A new log would not match their index.
 */
function refuseDeletedLog(path: string): void {
  if (!existsSync(`${path}-shm`) || existsSync(`${path}-wal`) || !existsSync(`${path}-shm`)) return;
  if (isOpenElsewhere(path)) throw storeLogMissing(path);
}

/** Reads the file past SQLite, which drops the locks this process has on it: call it before the first connection. */
export function ensureFile(options: OpenFileOptions): void {
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

/**
 * How to open a store for reading; before that it is migrated where it is older. Waits for nothing: where another
 * process has what it takes, it throws `store_busy`, and can be called again.
 */
export function storeOpener(options: OpenFileOptions): () => Opened {
  const { path, migrations, now } = options;
  // Kept from one call to the next: the prebuilt driver lets go of the files of a closed connection much later.
  let pending: { readonly opened: Opened; readonly writer: Connection } | undefined;

  function bringUpToDate(opened: Opened, writer: Connection): Opened {
    migrate(writer, { migrations, now, keepCopy: (from) => keepCopy(path, from, now) });
    // Now, with the log open: the last connection to close would take the log with it.
    readOnce(opened.database);
    writer.close();
    return opened;
  }

  return () => {
    if (pending === undefined) {
      refuseDeletedLog(path);
      pending = { opened: openReadOnly(path), writer: new Connection({ ...options, busyTimeoutMs: 0 }) };
    }
    const { opened, writer } = pending;
    try {
      const ready = isReady(opened, options) ? opened : bringUpToDate(opened, writer);
      pending = undefined;
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
