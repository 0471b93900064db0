import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BACKUP_REASONS, type BackupFile, type BackupReason } from '../../../app/ports/backups.ts';
import type { Leftover } from '../../../app/ports/doctor.ts';
import { conflict, hasCode, unavailable } from '../../../domain/error.ts';
import { type Instant, instantFromMs } from '../../../domain/instant.ts';
import { attempt } from '../../../lib/attempt.ts';
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

/** Beside the store, so that two stores never share one, and a backup can be linked instead of copied. */
export const backupFolder = (store: string): string => join(dirname(store), 'backups');

const EXTENSION = '.db';

const stemOf = (store: string): string => basename(store, EXTENSION);

/** A moment as a part of a file name, and back. */
const stampFor = (now: Instant): string => now.replaceAll(/[:.]/g, '-');
const momentIn = (stamp: string): Instant =>
  stamp.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');

const NAME = new RegExp(
  `^(.+)-(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z)(?:-\\d+)?-(${BACKUP_REASONS.join('|')})\\${EXTENSION}$`,
);

export function backupName(store: string, reason: BackupReason, now: Instant, folder: string): string {
  for (let count = 1; ; count += 1) {
    const stamp = `${stampFor(now)}${count === 1 ? '' : `-${count}`}`;
    const path = join(folder, `${stemOf(store)}-${stamp}-${reason}${EXTENSION}`);
    if (!existsSync(path)) return path;
  }
}

function fileNamed(store: string, name: string): BackupFile | undefined {
  const [, stem, stamp, found] = NAME.exec(name) ?? [];
  const reason = BACKUP_REASONS.find((one) => one === found);
  if (stem !== stemOf(store) || stamp === undefined || reason === undefined) return undefined;
  const path = join(backupFolder(store), name);
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? { path, reason, bytes: stats.size, madeAt: momentIn(stamp) } : undefined;
}

export const listBackups = (store: string): readonly BackupFile[] =>
  (attempt(() => readdirSync(backupFolder(store))) ?? [])
    .flatMap((name) => attempt(() => fileNamed(store, name)) ?? [])
    .toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));

export function makeBackupFolder(store: string): void {
  mkdirSync(backupFolder(store), { recursive: true, mode: 0o700 });
}

/** In order: the draft of a copy is a draft. The note of an interrupted restore is not: who opens the store needs it. */
const KINDS: readonly (readonly [RegExp, Leftover['kind']])[] = [
  [/\.new-[0-9a-f]+/, 'draft'],
  [/\.damaged-/, 'damaged'],
  [/\.bak$/, 'copy'],
  [/\.restoring$/, 'restore'],
];

function leftoverAt(path: string, kind: Leftover['kind'] | undefined): readonly Leftover[] {
  const stats = kind === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (kind === undefined || !stats?.isFile()) return [];
  return [{ path, kind, bytes: stats.size, changedAt: instantFromMs(stats.mtimeMs) }];
}

const namesIn = (folder: string) => (attempt(() => readdirSync(folder)) ?? []).sort();

/** What lies beside a store and is not part of it, and unfinished backups. */
export function listLeftovers(store: string): readonly Leftover[] {
  const own = basename(store);
  const kindOf = (name: string) => KINDS.find(([pattern]) => pattern.test(name))?.[1];
  const beside = namesIn(dirname(store))
    .filter((name) => name.startsWith(`${own}.`) || name.startsWith(`${own}-`))
    .flatMap((name) => leftoverAt(join(dirname(store), name), kindOf(name.slice(own.length))));
  const folder = backupFolder(store);
  const drafts = namesIn(folder)
    .filter((name) => kindOf(name) === 'draft')
    .flatMap((name) => leftoverAt(join(folder, name), 'draft'));
  return [...beside, ...drafts];
}

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
