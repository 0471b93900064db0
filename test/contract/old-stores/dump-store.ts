import { type Database, openDatabase, type SqlValue } from '../../../src/storage/sqlite/driver.ts';

const isVirtual = (sql: unknown) => /^CREATE VIRTUAL TABLE/i.test(String(sql));

const literal = (value: SqlValue): string => {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return `X'${Buffer.from(value).toString('hex')}'`;
  return `'${value.replaceAll("'", "''")}'`;
};

export interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/** The schema without the tables that SQLite keeps inside a text index: another SQLite may make them differently. */
export function schemaOf(database: Database): readonly SchemaRow[] {
  const rows = database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid')
    .all() as unknown as readonly SchemaRow[];
  const indexes = rows.filter(({ sql }) => isVirtual(sql)).map(({ name }) => name);
  const isShadow = (name: string) => indexes.some((index) => name.startsWith(`${index}_`));
  return rows.filter(({ type, tbl_name }) => type === 'trigger' || !isShadow(tbl_name));
}

const rowsOf = (database: Database, table: string): readonly string[] => {
  const rows = database.prepare(`SELECT * FROM "${table}" ORDER BY rowid`).all();
  const [first] = rows;
  if (first === undefined) return [];
  const values = rows.map((row) => `(${Object.values(row).map(literal).join(', ')})`);
  return [`INSERT INTO "${table}" (${Object.keys(first).join(', ')}) VALUES\n${values.join(',\n')};`];
};

/** What was set for a text index, such as secure deletion. */
const settingsOf = (database: Database, index: string): readonly string[] =>
  database
    .prepare(`SELECT k, v FROM "${index}_config" WHERE k <> 'version'`)
    .all()
    .map(({ k, v }) => `INSERT INTO "${index}" ("${index}", rank) VALUES ('${k}', ${v});`);

/**
 * A store as SQL text that makes it again. Rows come before text indexes and triggers; text indexes are filled from the
 * rows, since their own tables are SQLite's to write.
 */
export function dumpStore(path: string): string {
  const database = openDatabase(path, { readOnly: true });
  try {
    const schema = schemaOf(database).filter(({ sql, name }) => sql !== null && !name.startsWith('sqlite_'));
    const tables = schema.filter(({ type, sql }) => type === 'table' && !isVirtual(sql));
    const indexes = schema.filter(({ sql }) => isVirtual(sql)).map(({ name }) => name);
    const applicationId = database.prepare('PRAGMA application_id').get()?.application_id;
    return [
      `PRAGMA application_id = ${applicationId};`,
      ...schema.filter(({ type }) => type !== 'trigger').map(({ sql }) => `${sql};`),
      ...tables.flatMap(({ name }) => rowsOf(database, name)),
      ...indexes.flatMap((name) => [
        ...settingsOf(database, name),
        `INSERT INTO "${name}" ("${name}") VALUES ('rebuild');`,
      ]),
      ...schema.filter(({ type }) => type === 'trigger').map(({ sql }) => `${sql};`),
      '',
    ].join('\n');
  } finally {
    database.close();
  }
}

/** The rows of every table of ours, by table. */
export function contentsOf(path: string): Readonly<Record<string, readonly unknown[]>> {
  const database = openDatabase(path, { readOnly: true });
  try {
    const tables = schemaOf(database).filter(
      ({ type, sql, name }) => type === 'table' && !isVirtual(sql) && !name.startsWith('sqlite_'),
    );
    return Object.fromEntries(
      tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`).all()]),
    );
  } finally {
    database.close();
  }
}
