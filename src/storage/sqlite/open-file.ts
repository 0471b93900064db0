import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Instant } from '../../domain/instant.ts';
import type { Migration } from '../migrations/migration.ts';
import { Connection, type ConnectionOptions, type Opened } from './connection.ts';
import { openDatabase, readOnce } from './driver.ts';
import { storeFolderMissing, storeLogMissing, storeMissing, translateError } from './errors.ts';
import { inspectFile } from './inspect-file.ts';
import { isOlder, migrate } from './migrate.ts';
import { openReadable } from './open-readable.ts';
import { isBusy } from './wait-for-lock.ts';

export interface OpenFileOptions extends ConnectionOptions {
  /** Whether a store that is not there yet is made; those who only read never make one. */
  readonly mayCreate: boolean;
  /** Whether the folder it lies in is made as well: our own home is, a folder that somebody named is not. */
  readonly mayCreateFolder: boolean;
  readonly migrations: readonly Migration[];
  readonly now: Instant;
}

/** What SQLite calls a store that is on no disk, and gone when it is closed. */
export const IN_MEMORY = ':memory:';

const syncPath = (path: string) => {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

// Windows opens no folder for this; the file itself is synced either way.
const syncFolder = (path: string) => {
  try {
    syncPath(path);
  } catch (error) {
    if (!['EPERM', 'EACCES', 'EISDIR', 'EINVAL'].includes(codeOf(error))) throw error;
  }
};

/** Never over a store that another process put there first; some file systems know no hard links. */
function putInPlace(file: string, path: string): void {
  try {
    linkSync(file, path);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    copyFileSync(file, path, constants.COPYFILE_EXCL);
  }
}

const removeWithLogs = (path: string) => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
};

/**
 * Builds the new store under a name of its own and links it into place: nobody ever sees half of one.
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
      migrate(connection, { migrations, now, keepCopy: () => {} });
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      connection.close();
    }
    copyFileSync(draft, copy, constants.COPYFILE_EXCL);
    chmodSync(copy, 0o600);
    syncPath(copy);
    putInPlace(copy, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw translateError(error, path);
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
    syncPath(draft);
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
 * SQLite creates the log before its index and deletes it after. An index without a log is a leftover, or somebody
 * deleted the log while others have the store open: a new log would not have what their index says is in it.
 */
function refuseDeletedLog(path: string): void {
  if (!existsSync(`${path}-shm`) || existsSync(`${path}-wal`) || !existsSync(`${path}-shm`)) return;
  if (isOpenElsewhere(path)) throw storeLogMissing(path);
}

/** Reads the file past SQLite, which drops the locks this process has on it: call it before the first connection. */
export function ensureFile(options: OpenFileOptions): void {
  if (inspectFile(options.path) === 'present') return;
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
      pending = { opened: openReadable(path), writer: new Connection({ ...options, busyTimeoutMs: 0 }) };
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
