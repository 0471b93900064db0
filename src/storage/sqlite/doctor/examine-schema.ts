import type { SchemaDifference } from '../../../app/ports/doctor.ts';
import { digestOf } from '../../../domain/id.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import { type Database, openDatabase, rowsOf } from '../driver.ts';
import { MIGRATION_LIST } from '../migrate.ts';

interface SchemaObject {
  readonly kind: SchemaDifference['kind'];
  readonly name: string;
  readonly sql: string;
}

/** Objects that SQLite creates for itself begin with its name; an index of a key has no statement. */
const OBJECTS = `SELECT type AS kind, name, sql FROM sqlite_master
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`;

const objectsIn = (database: Database) => rowsOf(database, OBJECTS) as unknown as readonly SchemaObject[];

const isVirtual = ({ sql }: SchemaObject) => /^CREATE VIRTUAL TABLE/i.test(sql);

const migrationsTo = (version: number) => MIGRATIONS.filter((migration) => migration.version <= version);

/** The tables, indexes and triggers that a new store of that version has, in the order in which they are made. */
export function freshSchema(version: number): readonly SchemaObject[] {
  const database = openDatabase(':memory:');
  try {
    database.exec(MIGRATION_LIST);
    for (const { sqlite } of migrationsTo(version)) database.exec(sqlite);
    return objectsIn(database);
  } finally {
    database.close();
  }
}

const plain = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim();

/** The tables inside a text index are SQLite's own, and another SQLite may make them in other words. */
function isOfTextIndex({ name }: SchemaObject, fresh: readonly SchemaObject[]): boolean {
  return fresh.some((other) => isVirtual(other) && name.startsWith(`${other.name}_`));
}

export function compareSchema(database: Database, version: number): readonly SchemaDifference[] {
  const fresh = freshSchema(version);
  const found = objectsIn(database);
  const differences = fresh.flatMap((object): readonly SchemaDifference[] => {
    const { kind, name, sql } = object;
    const stored = found.find((other) => other.name === name && other.kind === kind);
    if (stored === undefined) return [{ kind, name, problem: 'missing' }];
    const isSame = plain(stored.sql) === plain(sql) || (kind === 'table' && isOfTextIndex(object, fresh));
    return isSame ? [] : [{ kind, name, problem: 'different' }];
  });
  const unknown = found
    .filter(({ kind, name }) => !fresh.some((object) => object.name === name && object.kind === kind))
    .map(({ kind, name }): SchemaDifference => ({ kind, name, problem: 'unknown' }));
  return [...differences, ...unknown];
}

export function findWrongMigrations(database: Database, version: number): readonly number[] {
  const listed = new Map(
    rowsOf(database, 'SELECT version, name, digest FROM schema_migrations').map((row) => [
      Number(row.version),
      `${row.name} ${row.digest}`,
    ]),
  );
  return migrationsTo(version)
    .filter(({ version: one, name, sqlite }) => listed.get(one) !== `${name} ${digestOf(sqlite)}`)
    .map((migration) => migration.version);
}
