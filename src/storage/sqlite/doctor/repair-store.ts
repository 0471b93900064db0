import { constants, copyFileSync } from 'node:fs';
import type { InPlaceRepair, RecoveredTable, Recovery, SchemaDifference } from '../../../app/ports/doctor.ts';
import { unavailable } from '../../../domain/error.ts';
import { digestOf } from '../../../domain/id.ts';
import type { Instant } from '../../../domain/instant.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import { Connection } from '../connection.ts';
import type { Row, SqlValue } from '../driver.ts';
import { storeDamaged, translateError } from '../errors.ts';
import { damagedName, draftName, removeWithLogs, replaceStore, stampOf } from '../file/store-files.ts';
import { migrate, schemaVersion } from '../migrate.ts';
import { foldName } from '../projects.ts';
import { addMissingTexts, rebuildTexts } from '../rebuild-texts.ts';
import { walkTree } from './b-tree.ts';
import { listTextIndexes, rebuildTextIndex, recount } from './derived-data.ts';
import { freshSchema } from './examine-schema.ts';
import { type AcceptRow, readRows } from './recover-rows.ts';
import {
  planTables,
  type RootPages,
  readStoredSchema,
  readTotals,
  readVersion,
  type StoredSchema,
  type TablePlan,
} from './recover-schema.ts';
import { StoreImage } from './store-image.ts';

const nameFrom = (key: string): string =>
  key
    .replace(/^[a-z]+:/, '')
    .replace(/[/\\]\.(git|bare)$/, '')
    .split(/[/\\]/)
    .at(-1) || key;

function restoreProject(
  draft: Connection,
  { workspace = null, project_id = null, kind, created_at }: Row,
): void {
  const keyRow = draft.get`SELECT key FROM project_keys
    WHERE workspace = ${workspace} AND project_id = ${project_id} ORDER BY rowid LIMIT 1`;
  const key = String(keyRow?.key ?? `salvaged:${project_id}`);
  const name = keyRow === undefined ? String(project_id) : nameFrom(key);
  const anchor = /^(?:git|dir):(.+)$/s.exec(key)?.[1] ?? null;
  draft.run`INSERT INTO projects
      (workspace, id, key, name, name_folded, kind, anchor_path, fingerprint, created_at, version)
    VALUES (${workspace}, ${project_id}, ${key}, ${name}, ${foldName(name)}, ${kind ?? 'work'}, ${anchor}, '',
      ${created_at ?? null}, 1)`;
}

/** What names its project and would be nowhere without it; a store from before games has none. */
function witnessesIn(draft: Connection): string {
  const sessions = 'SELECT workspace, project_id, kind, started_at AS began FROM sessions';
  const hasGames = draft.get("SELECT 1 FROM sqlite_master WHERE name = 'campaigns'") !== undefined;
  return hasGames
    ? `${sessions} UNION ALL SELECT workspace, project_id, 'game', created_at FROM campaigns`
    : sessions;
}

/** A session or game whose project's row was lost would be nowhere: the project comes back from the keys that name it. */
function restoreProjects(draft: Connection): number {
  const missing = draft.all(
    `SELECT w.workspace, w.project_id, min(w.kind) AS kind, min(w.began) AS created_at
     FROM (${witnessesIn(draft)}) w
     WHERE NOT EXISTS (SELECT 1 FROM projects p WHERE p.workspace = w.workspace AND p.id = w.project_id)
     GROUP BY w.workspace, w.project_id`,
  );
  for (const row of missing) restoreProject(draft, row);
  return missing.length;
}

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;

const refuseNewer = (path: string, version: number) => {
  if (version > NEWEST) {
    throw storeDamaged(path, `it has schema version ${version}, and this program knows ${NEWEST}`);
  }
};

/** A row that the new store's own rules refuse was garbage, and costs only itself. */
function insertInto(
  draft: Connection,
  { name, columns, rowidColumn }: TablePlan,
  onSaved: () => void,
): AcceptRow {
  return ({ rowid, values }) => {
    const given = columns.flatMap((column, index) => {
      const value = values[index];
      return value === undefined ? [] : [{ column, value }];
    });
    const all = rowidColumn === undefined ? [{ column: 'rowid', value: rowid }, ...given] : given;
    try {
      draft.run(
        `INSERT INTO "${name}" (${all.map(({ column }) => `"${column}"`).join(', ')}) VALUES (${all.map(() => '?').join(', ')})`,
        ...all.map(({ value }) => value as SqlValue),
      );
      onSaved();
      return true;
    } catch (error) {
      if (!/constraint failed/.test(String((error as Error).cause ?? error))) throw error;
      return false;
    }
  };
}

/** Numbers that were given are not given again, even where the rows that had them are lost. */
function restoreSequences(draft: Connection, image: StoreImage, roots: RootPages): void {
  const root = roots.get('sqlite_sequence');
  if (root === undefined) return;
  walkTree(image, root, true, new Set(), ({ values }) => {
    const [table, last] = values ?? [];
    if (typeof table !== 'string' || typeof last !== 'number') return;
    const row = draft.get('SELECT seq FROM sqlite_sequence WHERE name = ?', table);
    if (row === undefined) draft.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, last);
    else draft.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', last, table);
  });
}

function copyRows(draft: Connection, image: StoreImage, catalogue: StoredSchema): readonly RecoveredTable[] {
  const saved = new Map<string, number>();
  const read = readRows(image, planTables(draft, catalogue), readTotals(image, catalogue), (plan) =>
    insertInto(draft, plan, () => saved.set(plan.name, (saved.get(plan.name) ?? 0) + 1)),
  );
  restoreSequences(draft, image, catalogue.roots);
  return read.map(({ plan, loss }) => ({ table: plan.name, saved: saved.get(plan.name) ?? 0, ...loss }));
}

function buildDraft(path: string, image: StoreImage, now: Instant, store: string): Omit<Recovery, 'aside'> {
  const catalogue = readStoredSchema(image);
  const version = readVersion(image, catalogue) ?? NEWEST;
  refuseNewer(store, version);
  const draft = new Connection({ path, busyTimeoutMs: 0 });
  try {
    const migrations = MIGRATIONS.filter((migration) => migration.version <= version);
    migrate(draft, { migrations, now, keepCopy: () => undefined });
    draft.exec('PRAGMA foreign_keys = OFF');
    const { tables, remadeProjectCount } = draft.transaction(() => ({
      tables: copyRows(draft, image, catalogue),
      remadeProjectCount: restoreProjects(draft),
    }));
    migrate(draft, { migrations: MIGRATIONS, now, keepCopy: () => undefined });
    draft.transaction(() => {
      addMissingTexts(draft);
      for (const { name } of listTextIndexes((sql) => draft.all(sql))) rebuildTextIndex(draft, name);
      recount(draft);
    });
    draft.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return { tables, remadeProjectCount };
  } finally {
    draft.close();
  }
}

const storeChangedMeanwhile = (path: string) =>
  unavailable(
    'store_busy',
    `Another process wrote to the store ${path} while it was being copied. Nothing was changed.`,
    'Stop every client that uses it, then run throughline doctor --repair again.',
  );

/** Saves what can be read into a new store and puts that in place of the damaged one, which is only renamed. */
export function recoverStore(path: string, now: Instant): Recovery {
  const draft = draftName(path);
  try {
    const stamp = stampOf(path);
    const image = new StoreImage(path);
    let built: Omit<Recovery, 'aside'>;
    try {
      built = buildDraft(draft, image, now, path);
    } finally {
      image.close();
    }
    const isEmpty = built.tables.every(({ saved }) => saved === 0);
    if (stampOf(path) !== stamp) throw storeChangedMeanwhile(path);
    return { aside: isEmpty ? null : replaceStore(path, draft, now), ...built };
  } catch (error) {
    throw translateError(error, path);
  } finally {
    removeWithLogs(draft);
  }
}

function recreateObjects(connection: Connection, differences: readonly SchemaDifference[]): void {
  const fresh = differences.length === 0 ? [] : freshSchema(schemaVersion(connection));
  for (const { kind, name, problem } of differences) {
    const made = fresh.find((object) => object.kind === kind && object.name === name);
    if (made === undefined) continue;
    if (problem === 'different') connection.exec(`DROP ${kind} "${name}"`);
    connection.exec(made.sql);
  }
}

function rewriteMigrations(connection: Connection, now: Instant): void {
  const reached = schemaVersion(connection);
  for (const { version, name, sqlite } of MIGRATIONS.filter((one) => one.version <= reached)) {
    connection.run`INSERT INTO schema_migrations (version, name, digest, applied_at)
      VALUES (${version}, ${name}, ${digestOf(sqlite)}, ${now})
      ON CONFLICT (version) DO UPDATE SET name = excluded.name, digest = excluded.digest`;
  }
}

/** What is derived is made again in one transaction; closing moves the log into the store. */
export function repairInPlace(
  path: string,
  { indexes, areCountersWrong, differences, areMigrationsWrong, searchTexts, keepsLog }: InPlaceRepair,
  now: Instant,
): string | null {
  try {
    const log = `${path}-wal`;
    const kept = keepsLog ? damagedName(log, now) : null;
    if (kept !== null) copyFileSync(log, kept, constants.COPYFILE_EXCL);
    const connection = new Connection({ path, busyTimeoutMs: 5_000 });
    try {
      connection.transaction(() => {
        recreateObjects(connection, differences);
        if (searchTexts.length > 0) rebuildTexts(connection, searchTexts);
        for (const name of searchTexts.length > 0 ? new Set([...indexes, 'texts_text']) : indexes)
          rebuildTextIndex(connection, name);
        if (areCountersWrong) recount(connection);
        if (areMigrationsWrong) rewriteMigrations(connection, now);
      });
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      connection.close();
    }
    return kept;
  } catch (error) {
    throw translateError(error, path);
  }
}
