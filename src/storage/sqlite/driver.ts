import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** Node's own SQLite where the runtime has it; the same API from a prebuilt package where it does not. */
function loadSqlite(): SqliteModule {
  const own = isBuiltin('node:sqlite') ? attempt(() => require('node:sqlite') as SqliteModule) : undefined;
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
