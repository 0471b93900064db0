import { invalid, notFound, ThroughlineError, unavailable, versionConflict } from '../../domain/error.ts';

/** Messages of SQLite about a table, column or index that differs from the migrations. */
const SCHEMA_WORDS =
  /no such (?:table|column|index|module): |has no column named |duplicate column name: |\b(?:table|index|trigger) \S+ already exists|vtable constructor failed: /;

export const messageOf = (error: unknown): string =>
  String((error as { message?: unknown } | null | undefined)?.message ?? error);

const isOfSchema = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SQLITE_ERROR' &&
  SCHEMA_WORDS.test(messageOf(error));

const SETTING = '--store, THROUGHLINE_STORE or `store` in config.json';

export const storeDamaged = (path: string, what: string, cause?: unknown) =>
  unavailable(
    'store_damaged',
    `The store ${path} cannot be read: ${what}. It was not changed.`,
    `Run throughline doctor to see what is wrong and how to repair it. To continue meanwhile, use another file as the store (${SETTING}).`,
    { cause },
  );

export const storeReplaced = (file: string) =>
  unavailable(
    'store_replaced',
    `The file ${file} of the store was moved, deleted or replaced while this process had it open.`,
    'Restart the client to open the current store, then try again; nothing was written.',
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
    `The first write creates it: run throughline install CLIENT to connect a client, or throughline remember. If you expect a store, check the home folder (--home or THROUGHLINE_HOME) and the path of the store (${SETTING}).`,
  );

export const storeFolderMissing = (path: string, folder: string) =>
  notFound(
    'store_folder_missing',
    `The folder ${folder} of the store ${path} does not exist.`,
    `Create the folder if that is where the store should be, or correct the path of the store (${SETTING}).`,
  );

/** Of a path that the file system does not accept. */
const pathInvalid = (why: string) => (path: string, cause: unknown) =>
  invalid(
    'store_path_invalid',
    `The path of the store cannot be used: ${why}. The path is ${path}`,
    `Correct the path of the store (${SETTING}); nothing was written.`,
    { cause, fields: [{ field: 'store', problem: why }] },
  );

const storeUnreadable = (path: string, cause: unknown) =>
  unavailable(
    'store_not_readable',
    `The store ${path} cannot be opened for reading.`,
    'Check that the file and its folder belong to you, and that you may read them. Nothing was written.',
    { cause },
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
    `There is no space left to write to the store ${path}.`,
    'Free some disk space and try again; nothing was written.',
    { cause },
  );

export const storeBusy = (path: string, cause?: unknown) =>
  unavailable(
    'store_busy',
    `Another process kept the store ${path} locked for too long.`,
    'Try again. Nothing was written. If the error persists, look for a process that keeps the file locked.',
    { cause },
  );

const ioError = (path: string, cause: unknown) =>
  unavailable(
    'store_io_error',
    `Reading or writing the store ${path} failed: ${messageOf(cause)}.`,
    'Run throughline doctor to check the disk and its free space, then try again.',
    { cause },
  );

const damagedBy = (path: string, cause: unknown) => storeDamaged(path, messageOf(cause), cause);

const constraintError = (path: string, cause: unknown) =>
  messageOf(cause).includes('UNIQUE constraint failed') ? versionConflict('store', path, cause) : cause;

type Translate = (path: string, cause: unknown) => unknown;

/** By the primary result code. The prebuilt driver gives it with every error but those of `all`; SQLite's message for it is fixed. */
const SQLITE_ERRORS: readonly (readonly [code: number, message: string, translate: Translate])[] = [
  [5, 'database is locked', storeBusy],
  [6, 'database table is locked', storeBusy],
  [8, 'attempt to write a readonly database', storeUnwritable],
  [10, 'disk I/O error', ioError],
  [11, 'database disk image is malformed', damagedBy],
  [13, 'database or disk is full', diskFull],
  [14, 'unable to open database file', storeUnwritable],
  // SQLite gave up on its own short pauses while others opened, closed or recovered the log.
  [15, 'locking protocol', storeBusy],
  [19, 'constraint failed', constraintError],
  [26, 'file is not a database', damagedBy],
];

const FILE_ERRORS: Readonly<Record<string, Translate>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: storeUnwritable,
  EPERM: storeUnwritable,
  EROFS: storeUnwritable,
  ENOTDIR: storeUnwritable,
  ELOOP: pathInvalid('its symbolic links lead back to themselves'),
  ENAMETOOLONG: pathInvalid('it is too long, or the name of the file is'),
};

const DENIED = ['EACCES', 'EPERM'];

/** Of a step that only reads. */
export const translateReadError = (error: unknown, path: string): unknown =>
  DENIED.includes(String((error as NodeJS.ErrnoException | undefined)?.code))
    ? storeUnreadable(path, error)
    : translateError(error, path);

function findSqliteError(error: unknown) {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return SQLITE_ERRORS.find(([primary]) => primary === (errcode & 0xff));
  if (code !== 'ERR_SQLITE_ERROR') return undefined;
  return SQLITE_ERRORS.find(([, message]) => messageOf(error).includes(message));
}

/** Read-only, an I/O error, full, and cannot open. */
const FOLDER_ERRORS = [8, 10, 13, 14];

/** SQLite may not create or write the files beside the store that reading takes. */
export const needsWritableFolder = (error: unknown): boolean =>
  FOLDER_ERRORS.includes(findSqliteError(error)?.[0] ?? -1);

/** Engine errors leave this folder as errors with a code and a next step. */
export function translateError(error: unknown, path: string): unknown {
  if (error instanceof ThroughlineError) return error;
  if (isOfSchema(error)) return damagedBy(path, error);
  const code = String((error as NodeJS.ErrnoException | undefined)?.code);
  const translate = findSqliteError(error)?.[2] ?? FILE_ERRORS[code];
  return translate === undefined ? error : translate(path, error);
}
