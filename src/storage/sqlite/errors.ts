import { notFound, ThroughlineError, unavailable, versionConflict } from '../../domain/error.ts';

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
/** SQLite gave up on its own short pauses while others opened, closed or recovered the log. */
const PROTOCOL = 15;
const CONSTRAINT = 19;
const NOTADB = 26;

/** The prebuilt driver gives the code with every error but those of `all`; SQLite's words for it are fixed. */
const CODE_BY_MESSAGE: readonly (readonly [string, number])[] = [
  ['database is locked', BUSY],
  ['database table is locked', LOCKED],
  ['attempt to write a readonly database', READONLY],
  ['disk I/O error', IOERR],
  ['database disk image is malformed', CORRUPT],
  ['database or disk is full', FULL],
  ['unable to open database file', CANTOPEN],
  ['locking protocol', PROTOCOL],
  ['constraint failed', CONSTRAINT],
  ['file is not a database', NOTADB],
];

/** Messages of SQLite about a table, column or index that differs from the migrations. */
const SCHEMA_WORDS =
  /no such (?:table|column|index|module): |has no column named |duplicate column name: |\b(?:table|index|trigger) \S+ already exists|vtable constructor failed: /;

const isOfSchema = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === 'ERR_SQLITE_ERROR' && SCHEMA_WORDS.test(String(message));
};

const primaryCode = (error: unknown): number | undefined => {
  const { code, errcode, message } = (error ?? {}) as {
    code?: unknown;
    errcode?: unknown;
    message?: unknown;
  };
  if (typeof errcode === 'number') return errcode & 0xff;
  if (code !== 'ERR_SQLITE_ERROR') return undefined;
  return CODE_BY_MESSAGE.find(([words]) => String(message).includes(words))?.[1];
};

export const storeDamaged = (path: string, what: string, cause?: unknown) =>
  unavailable(
    'store_damaged',
    `The store ${path} cannot be read: ${what}. It was left untouched.`,
    'Run throughline doctor: it tells what is wrong and how to mend it, and keeps the file. To go on meanwhile, set THROUGHLINE_STORE to another file.',
    { cause },
  );

export const storeReplaced = (file: string) =>
  unavailable(
    'store_replaced',
    `The file ${file} of the store was moved, deleted or replaced while this process had it open.`,
    'Restart the client, so that it opens the store that is there now, and try again; nothing was written.',
  );

export const storeLogMissing = (path: string) =>
  unavailable(
    'store_log_missing',
    `The log ${path}-wal was deleted while another process has the store open.`,
    'Stop the other processes that use the store, then try again; nothing was written. What they have not yet moved into the store is lost if they are killed.',
  );

export const storeStopping = (path: string) =>
  unavailable(
    'store_stopping',
    `The server stopped while this call waited for the store ${path}.`,
    'Restart the client and try again; nothing was written.',
  );

export const storeMissing = (path: string) =>
  notFound(
    'store_missing',
    `There is no store at ${path} yet.`,
    'The first thing kept makes it: connect a client (throughline serve shows how), or say something with throughline remember, note or end. If there should be one, check THROUGHLINE_HOME and THROUGHLINE_STORE.',
  );

export const storeFolderMissing = (path: string, folder: string) =>
  notFound(
    'store_folder_missing',
    `The folder ${folder} of the store ${path} does not exist.`,
    'Create the folder if that is where the store should be, or correct THROUGHLINE_STORE.',
  );

const storeUnwritable = (path: string, cause: unknown) =>
  unavailable(
    'store_not_writable',
    `The store ${path} cannot be opened for writing.`,
    'Check that its folder exists, belongs to you and is not read-only, or set THROUGHLINE_HOME to another folder. Nothing was written.',
    { cause },
  );

const diskFull = (path: string, cause: unknown) =>
  unavailable(
    'disk_full',
    `There is no room left to write to the store ${path}.`,
    'Free some disk space and try again; nothing was written.',
    { cause },
  );

export const storeBusy = (path: string, cause?: unknown) =>
  unavailable(
    'store_busy',
    `Another process kept the store ${path} locked for too long.`,
    'Try again. Nothing was written. If it stays so, look for a process that hangs on the file.',
    { cause },
  );

/** SQLite may not create or write the files beside the store that reading takes. */
export const needsWritableFolder = (error: unknown): boolean =>
  [READONLY, IOERR, FULL, CANTOPEN].includes(primaryCode(error) ?? -1);

/** Engine errors leave this folder as errors with a code and a next step. */
export function translateError(error: unknown, path: string): unknown {
  if (error instanceof ThroughlineError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (isOfSchema(error)) return storeDamaged(path, message, error);
  switch (primaryCode(error)) {
    case BUSY:
    case LOCKED:
    case PROTOCOL:
      return storeBusy(path, error);
    case READONLY:
    case CANTOPEN:
      return storeUnwritable(path, error);
    case FULL:
      return diskFull(path, error);
    case IOERR:
      return unavailable(
        'store_io_error',
        `The disk refused to read or write the store ${path}: ${message}.`,
        'Check the disk and its free space (throughline doctor looks at both), then try again.',
        { cause: error },
      );
    case CONSTRAINT:
      return message.includes('UNIQUE constraint failed') ? versionConflict('store', path, error) : error;
    case CORRUPT:
    case NOTADB:
      return storeDamaged(path, message, error);
    default: {
      const code = (error as NodeJS.ErrnoException)?.code;
      if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path, error);
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
        return storeUnwritable(path, error);
      }
      return error;
    }
  }
}
