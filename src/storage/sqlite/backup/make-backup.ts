import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { conflict, hasCode, unavailable } from '../../../domain/error.ts';
import { type Database, openDatabase, openImmutable } from '../driver.ts';
import { translateError } from '../errors.ts';
import {
  draftName,
  isTaken,
  linkIntoPlace,
  removeWithLogs,
  syncFile,
  syncFolder,
} from '../file/store-files.ts';

const backupExists = (path: string) =>
  conflict('backup_exists', `${path} already exists. It was not changed.`, 'Pass another name in `file`.', {
    fields: [{ field: 'file', problem: 'exists already' }],
  });

const notWritable = (path: string, cause: unknown) =>
  unavailable(
    'backup_not_writable',
    `No file can be created in ${dirname(path)}: ${(cause as NodeJS.ErrnoException).code}.`,
    'Check that the folder exists, belongs to you and is not read-only, or pass another path in `file`.',
    { cause },
  );

const notVerified = (path: string, why: string) =>
  unavailable(
    'backup_not_verified',
    `The backup ${path} failed verification and was removed: ${why}.`,
    'Run throughline doctor --full to check the store and the disk.',
  );

/** `quick_check` does not compare indexes with their tables. */
type BackupCheck = 'integrity_check' | 'quick_check';

const firstValue = (database: Database, sql: string): unknown =>
  Object.values(database.prepare(sql).get() ?? {})[0];

function verify(draft: string, path: string, check: BackupCheck): void {
  const copy = openImmutable(draft);
  try {
    const found = String(firstValue(copy, `PRAGMA ${check}(1)`));
    if (found !== 'ok') throw notVerified(path, found);
    if (firstValue(copy, 'SELECT max(version) FROM schema_migrations') === null)
      throw notVerified(path, 'its list of migrations is empty');
  } finally {
    copy.close();
  }
}

/** Created before SQLite fills it, so that it never has other permissions. */
function createDraft(path: string): string {
  const draft = draftName(path);
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    return draft;
  } catch (error) {
    const translated = translateError(error, path);
    throw hasCode(translated, 'disk_full') ? translated : notWritable(path, error);
  }
}

/** A consistent copy of the store while other processes read and write it. It gets its name once it is verified. */
export function makeBackup(store: string, path: string, check: BackupCheck): void {
  const draft = createDraft(path);
  let reader: Database | undefined;
  try {
    reader = openDatabase(store, { readOnly: true });
    // No statement is prepared here: with one, the prebuilt driver would close the store much later.
    reader.exec('PRAGMA busy_timeout = 5000');
    reader.exec(`VACUUM INTO '${draft.replaceAll("'", "''")}'`);
    verify(draft, path, check);
    syncFile(draft);
    linkIntoPlace(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    throw isTaken(error) ? backupExists(path) : translateError(error, store);
  } finally {
    reader?.close();
    removeWithLogs(draft);
  }
}
