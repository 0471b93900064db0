import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReadRows } from '../../app/ports/transcripts.ts';
import { attempt } from '../../lib/attempt.ts';

export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

/** What a statement that writes did. Rows that triggers or foreign keys changed are not counted. */
interface RunResult {
  readonly changes: number | bigint;
}

export interface Statement {
  run(...values: SqlValue[]): RunResult;
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { readOnly?: boolean }) => Database;
}

const require = createRequire(import.meta.url);

const PACKAGE = '@photostructure/sqlite';
const libc = () => (existsSync('/etc/alpine-release') ? 'musl' : 'glibc');
const binary = () =>
  join(PACKAGE, 'prebuilds', `${platform()}-${arch()}`, `@photostructure+sqlite.${libc()}.node`);

/** The binary of the package without its loader, whose search for it takes longer than opening a store. */
function loadBinary(): SqliteModule | undefined {
  const path = require.resolve
    .paths(PACKAGE)
    ?.map((folder) => join(folder, binary()))
    .find((file) => existsSync(file));
  return path === undefined ? undefined : attempt(() => require(path) as SqliteModule);
}

/** A part of Node has no paths. Asked first, because creating the error for a missing part takes longer than loading the package. */
const hasOwnSqlite = () => require.resolve.paths('node:sqlite') === null;

/** Node's own SQLite where the runtime has it; the same API from a prebuilt package where it does not. */
function loadSqlite(): SqliteModule {
  const own = hasOwnSqlite() ? attempt(() => require('node:sqlite') as SqliteModule) : undefined;
  return own ?? loadBinary() ?? (require('@photostructure/sqlite') as SqliteModule);
}

let sqlite: SqliteModule | undefined;

export function openDatabase(path: string, options: { readOnly?: boolean } = {}): Database {
  sqlite ??= loadSqlite();
  return new sqlite.DatabaseSync(path, options);
}

/** Reads from the file, and leaves no statement behind: with one, the prebuilt driver closes the files much later. */
export const readOnce = (database: Database): void => database.exec('PRAGMA schema_version');

/** SQLite takes no lock and creates no log for such a file, and does not notice when the file changes. */
export function openImmutable(path: string): Database {
  const database = openDatabase(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
  try {
    readOnce(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A connection that cannot write to the store. `isAtRest`: no process has it open, and its log is empty. */
export function openForReading(path: string, isAtRest: boolean): Database {
  // A driver may not know such an address; damage is reported when the file is opened in the plain way.
  const immutable = isAtRest ? attempt(() => openImmutable(path)) : undefined;
  const database = immutable ?? openDatabase(path, { readOnly: true });
  database.exec('PRAGMA busy_timeout = 5000');
  return database;
}

export const numberOf = (database: Database, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);

export const hasTable = (database: Database, name: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;

export const rowsOf = (database: Database, sql: string): readonly Row[] => database.prepare(sql).all();

/** How long to wait for the program that owns the database. */
const WAIT_MS = 200;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads a database of another program. Never writes to it. */
export function readDatabase<Result>(path: string, read: (readRows: ReadRows) => Result): Result {
  const database = openDatabase(path, { readOnly: true });
  try {
    database.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA trusted_schema = OFF`);
    return read(({ table, where, orderBy }) => {
      const conditions = ['TRUE', ...Object.keys(where).map((column) => `${quoted(column)} = ?`)];
      const order = orderBy.map(quoted).join(', ');
      return database
        .prepare(`SELECT * FROM ${quoted(table)} WHERE ${conditions.join(' AND ')} ORDER BY ${order}`)
        .all(...Object.values(where));
    });
  } finally {
    database.close();
  }
}
