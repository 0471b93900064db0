import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import type { Salvage, SavedTable } from '../../../app/ports/doctor.ts';
import { unavailable } from '../../../domain/error.ts';
import type { Instant } from '../../../domain/instant.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import { Connection } from '../connection.ts';
import type { SqlValue } from '../driver.ts';
import { storeDamaged, translateError } from '../errors.ts';
import { fillTexts } from '../fill-texts.ts';
import { migrate } from '../migrate.ts';
import { listTextIndexes } from './examine-text-index.ts';
import { type Catalogue, type Roots, readCatalogue } from './salvage-catalogue.ts';
import { rebuildTextIndex, recount } from './salvage-derived.ts';
import { StoreImage } from './salvage-image.ts';
import { replaceStore } from './salvage-place.ts';
import { remakeProjects } from './salvage-projects.ts';
import { readRows, type Take } from './salvage-rows.ts';
import { planTables, readTotals, readVersion, type TablePlan } from './salvage-schema.ts';
import { walkTree } from './salvage-trees.ts';

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;

const refuseNewer = (path: string, version: number) => {
  if (version > NEWEST) {
    throw storeDamaged(path, `it has schema version ${version}, and this program knows ${NEWEST}`);
  }
};

/** A row that the new store's own rules refuse was garbage, and costs only itself. */
function insertInto(draft: Connection, { name, columns, rowidColumn }: TablePlan, onSaved: () => void): Take {
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
function keepSequences(draft: Connection, image: StoreImage, roots: Roots): void {
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

function fill(draft: Connection, image: StoreImage, catalogue: Catalogue): readonly SavedTable[] {
  const saved = new Map<string, number>();
  const read = readRows(image, planTables(draft, catalogue), readTotals(image, catalogue), (plan) =>
    insertInto(draft, plan, () => saved.set(plan.name, (saved.get(plan.name) ?? 0) + 1)),
  );
  keepSequences(draft, image, catalogue.roots);
  return read.map(({ plan, loss }) => ({ table: plan.name, saved: saved.get(plan.name) ?? 0, ...loss }));
}

function buildDraft(path: string, image: StoreImage, now: Instant, store: string): Omit<Salvage, 'aside'> {
  const catalogue = readCatalogue(image);
  const version = readVersion(image, catalogue) ?? NEWEST;
  refuseNewer(store, version);
  const draft = new Connection({ path, busyTimeoutMs: 0 });
  try {
    const migrations = MIGRATIONS.filter((migration) => migration.version <= version);
    migrate(draft, { migrations, now, keepCopy: () => undefined });
    draft.exec('PRAGMA foreign_keys = OFF');
    const { tables, remadeProjectCount } = draft.transaction(() => ({
      tables: fill(draft, image, catalogue),
      remadeProjectCount: remakeProjects(draft),
    }));
    migrate(draft, { migrations: MIGRATIONS, now, keepCopy: () => undefined });
    draft.transaction(() => {
      fillTexts(draft);
      for (const { name } of listTextIndexes((sql) => draft.all(sql))) rebuildTextIndex(draft, name);
      recount(draft);
    });
    draft.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return { tables, remadeProjectCount };
  } finally {
    draft.close();
  }
}

/** What changes when anybody writes to the store. */
const stateOf = (path: string) =>
  ['', '-wal']
    .map((part) => statSync(`${path}${part}`, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => `${stats?.ino} ${stats?.size} ${stats?.mtimeNs}`)
    .join();

const changedMeanwhile = (path: string) =>
  unavailable(
    'store_busy',
    `Somebody wrote to the store ${path} while it was being saved. Nothing was touched.`,
    'Stop every client that uses it, then run throughline doctor --repair again.',
  );

/**
 * Saves what can be read of a damaged store into a new one, built by all migrations, and puts that in its place. The
 * damaged one is only read, and at last renamed. Where nothing can be read, nothing is touched.
 */
export function salvageStore(path: string, now: Instant): Salvage {
  const draft = `${path}.new-${randomBytes(8).toString('hex')}`;
  try {
    const state = stateOf(path);
    const image = new StoreImage(path);
    let built: Omit<Salvage, 'aside'>;
    try {
      built = buildDraft(draft, image, now, path);
    } finally {
      image.close();
    }
    const isEmpty = built.tables.every(({ saved }) => saved === 0);
    if (stateOf(path) !== state) throw changedMeanwhile(path);
    return { aside: isEmpty ? null : replaceStore(path, draft, now), ...built };
  } catch (error) {
    throw translateError(error, path);
  } finally {
    for (const part of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${part}`, { force: true });
  }
}
