import { unavailable } from '../../domain/error.ts';
import { digestOf } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Migration } from '../migrations/migration.ts';
import type { Connection } from './connection.ts';
import { storeDamaged } from './errors.ts';
import { APPLICATION_ID } from './file/inspect-file.ts';

interface MigrateOptions {
  readonly migrations: readonly Migration[];
  readonly now: Instant;
  /** Called once, with the write lock held, before the first migration of a store that has data. */
  readonly keepCopy: () => void;
}

/** The list of what was applied, which no migration makes. */
export const MIGRATION_LIST =
  'CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, applied_at TEXT NOT NULL)';

export function schemaVersion(connection: Connection): number {
  const hasTable = connection.get("SELECT 1 FROM sqlite_master WHERE name = 'schema_migrations'");
  if (hasTable === undefined) return 0;
  return Number(connection.get('SELECT max(version) AS version FROM schema_migrations')?.version ?? 0);
}

function refuseForeign(connection: Connection, version: number, newest: number): void {
  const applicationId = Number(connection.get('PRAGMA application_id')?.application_id);
  const hasTables = connection.get('SELECT 1 FROM sqlite_master LIMIT 1') !== undefined;
  if (hasTables && (version === 0 || applicationId !== APPLICATION_ID)) {
    throw storeDamaged(connection.path, 'it is an SQLite database of another program');
  }
  if (version > newest) {
    throw unavailable(
      'store_newer',
      `The store ${connection.path} has schema version ${version}; this program supports up to ${newest}. It was not changed.`,
      'Update Throughline, or set THROUGHLINE_STORE to another file.',
    );
  }
}

function apply(connection: Connection, migration: Migration, now: Instant): void {
  connection.exec(migration.sqlite);
  migration.fill?.(connection);
  connection.run`INSERT INTO schema_migrations (version, name, digest, applied_at)
    VALUES (${migration.version}, ${migration.name}, ${digestOf(migration.sqlite)}, ${now})`;
}

/** Whether a store has to be migrated; refuses one that is not ours, or newer than this program. Only reads. */
export function isOlder(connection: Connection, migrations: readonly Migration[]): boolean {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = schemaVersion(connection);
  refuseForeign(connection, found, newest);
  return found !== newest;
}

/** Brings a store up to date. Of many processes that start at once, one migrates and the others find it done. */
export function migrate(connection: Connection, { migrations, now, keepCopy }: MigrateOptions): void {
  if (!isOlder(connection, migrations)) return;

  let hasCopy = false;
  for (const migration of migrations) {
    connection.transaction(() => {
      const version = schemaVersion(connection);
      if (version >= migration.version) return;
      if (version === 0) {
        connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
        connection.exec(MIGRATION_LIST);
      } else if (!hasCopy) {
        keepCopy();
        hasCopy = true;
      }
      apply(connection, migration, now);
    });
  }
}
