import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { type Database, openDatabase, type Row } from '../../src/storage/sqlite/driver.ts';
import { openWorkspace } from './open-workspace.ts';

export const WORKSPACE = 'local';

export const openStore = (path: string, versions = MIGRATIONS.length) =>
  openWorkspace({
    path,
    workspace: WORKSPACE,
    busyTimeoutMs: 10_000,
    now: new Date().toISOString(),
    migrations: MIGRATIONS.slice(0, versions),
  });

/** Looks at the file itself, past all code of ours. */
export function withDatabase<Result>(path: string, look: (database: Database) => Result): Result {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA busy_timeout = 10000');
    return look(database);
  } finally {
    database.close();
  }
}

export const rowsOf = (path: string, sql: string): Row[] =>
  withDatabase(path, (database) => database.prepare(sql).all());

export const numberOf = (path: string, sql: string): number =>
  Number(Object.values(rowsOf(path, sql)[0] ?? {})[0]);

const COUNTED: Readonly<Record<string, string>> = {
  records: 'SELECT type, state, count(*) AS count FROM records GROUP BY type, state ORDER BY type, state',
  counters:
    'SELECT type, state, sum(count) AS count FROM record_counts GROUP BY type, state ORDER BY type, state',
  versions: 'SELECT count(*) AS count FROM record_versions',
  sessions:
    'SELECT status, turn_count, version, handoff_id IS NOT NULL AS handed FROM sessions ORDER BY rowid',
  scores: 'SELECT count(orientation_score) AS scores, count(gap_count) AS gaps FROM sessions',
  handoffs: 'SELECT count(*) AS count FROM handoffs',
  keys: 'SELECT count(*) AS count FROM idempotency_keys',
  journal: 'SELECT type, count(*) AS count FROM journal GROUP BY type ORDER BY type',
  turns:
    'SELECT t.number, t.what FROM turns t JOIN sessions s ON s.id = t.session_id ORDER BY s.rowid, t.number',
  notes: 'SELECT count(*) AS count FROM notes',
  files: 'SELECT count(*) AS count FROM session_files',
  recordWords: 'SELECT count(*) AS count FROM records_text WHERE records_text MATCH \'"faultword"\'',
  texts: 'SELECT kind, count(*) AS count FROM texts GROUP BY kind ORDER BY kind',
  textWords: 'SELECT count(*) AS count FROM texts_text WHERE texts_text MATCH \'"faultword"\'',
};

/** Everything a handoff touches, as counts: two stores in the same state give the same summary. */
export const summarizeStore = (path: string): Record<string, Row[]> =>
  withDatabase(path, (database) =>
    Object.fromEntries(Object.entries(COUNTED).map(([name, sql]) => [name, database.prepare(sql).all()])),
  );

/** SQLite's own checks of pages, indexes and text indexes: empty when all is well. */
export const findDamage = (path: string): string[] =>
  withDatabase(path, (database) => {
    const lines = database.prepare('PRAGMA integrity_check').all();
    const broken = lines.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok');
    const orphans = database.prepare('PRAGMA foreign_key_check').all().map(String);
    for (const table of ['records_text', 'texts_text']) {
      database.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`);
    }
    return [...broken, ...orphans];
  });
