import type { Connection } from '../connection.ts';
import { openDatabase, type Row } from '../driver.ts';
import { type Cell, orphanedCells, walkTree } from './b-tree.ts';
import type { StoreImage } from './store-image.ts';

export type RootPages = ReadonlyMap<string, number>;

interface Entry {
  readonly name: string;
  readonly root: number;
  readonly sql: string | null;
}

function entryFrom({ values }: Cell): Entry | undefined {
  const [type, name, table, root, sql] = values ?? [];
  if (values?.length !== 5 || typeof name !== 'string' || typeof table !== 'string') return undefined;
  if ((type !== 'table' && type !== 'index') || typeof root !== 'number' || root < 1) return undefined;
  return sql === null || (typeof sql === 'string' && /^CREATE /i.test(sql)) ? { name, root, sql } : undefined;
}

/** Reads the list by its tree and, where that is torn, from leaves that lost it. */
export function readStoredSchema(image: StoreImage) {
  const entries: Entry[] = [];
  const collect = (cell: Cell) => {
    const entry = entryFrom(cell);
    if (entry !== undefined) entries.push(entry);
  };
  const seen = new Set<number>();
  const { isWhole } = walkTree(image, 1, true, seen, collect);
  if (!isWhole) for (const cell of orphanedCells(image, seen)) collect(cell);
  // Where two leaves disagree, one of them is outdated, and it is unknown which.
  const isPlain = ({ name, root }: Entry) =>
    entries.every((other) => other.name !== name || other.root === root);
  const plain = entries.filter(isPlain);
  return {
    roots: new Map(plain.map(({ name, root }) => [name, root])),
    statements: new Map(plain.map(({ name, sql }) => [name, sql])),
    /** Nothing of the list is missing: what it does not name was not there. */
    isWhole,
  };
}

export type StoredSchema = ReturnType<typeof readStoredSchema>;

interface IndexPlan {
  readonly root: number;
  readonly columns: readonly number[];
  readonly isPartial: boolean;
  /** The damaged store names it; otherwise it is looked for where such stores usually have it. */
  readonly isListed: boolean;
}

export interface TablePlan {
  readonly name: string;
  readonly columns: readonly string[];
  /** As declared, one for each column. */
  readonly types: readonly string[];
  /** Where each column stands in a row of the damaged store; undefined where that had none of the name. */
  readonly storedAt: readonly (number | undefined)[];
  /** How many columns the damaged store had; rows from before one was added have fewer. */
  readonly storedCount: number;
  /** The column that is the row's number itself, and is not stored a second time. */
  readonly rowidColumn: number | undefined;
  readonly root: number | undefined;
  /** Indexes over all rows first, and unique ones first among those. */
  readonly indexes: readonly IndexPlan[];
}

/** Rebuilt by migrating, from the records, and by the embedder. */
const REBUILT_TABLES = [
  'schema_migrations',
  'record_counts',
  'record_vectors',
  'vector_queue',
  'vector_progress',
];

export function readVersion(image: StoreImage, { roots }: StoredSchema): number | undefined {
  const root = roots.get('schema_migrations');
  let version: number | undefined;
  if (root !== undefined) {
    walkTree(image, root, true, new Set(), ({ rowid, values }) => {
      if (values !== undefined) version = Math.max(version ?? 0, rowid);
    });
  }
  return version;
}

export function readTotals(image: StoreImage, { roots }: StoredSchema): ReadonlyMap<string, number> {
  const root = roots.get('record_counts');
  if (root === undefined) return new Map();
  let total = 0;
  let isReadable = true;
  const { isWhole } = walkTree(image, root, true, new Set(), ({ values }) => {
    const count = values?.at(-1);
    if (typeof count === 'number' && count >= 0) total += count;
    else isReadable = false;
  });
  return isWhole && isReadable ? new Map([['records', total]]) : new Map();
}

const isRecovered = (name: string, textIndexes: readonly string[]) =>
  !name.startsWith('sqlite_') &&
  !REBUILT_TABLES.includes(name) &&
  !textIndexes.some((index) => name === index || name.startsWith(`${index}_`));

/** Two stores made by the same migrations mostly begin their indexes on the same pages; a wrong guess matches no row. */
function planIndexes(
  draft: Connection,
  table: string,
  { roots, statements, isWhole }: StoredSchema,
  usual: RootPages,
): readonly IndexPlan[] {
  return draft
    .all(`PRAGMA index_list("${table}")`)
    .toSorted((a, b) => Number(a.partial) - Number(b.partial) || Number(b.unique) - Number(a.unique))
    .flatMap((index) => {
      const name = String(index.name);
      const known = roots.get(name);
      const root = known ?? (isWhole ? undefined : usual.get(name));
      const columns = draft.all(`PRAGMA index_info("${name}")`).map(({ cid }) => Number(cid));
      const made = draft.get('SELECT sql FROM sqlite_master WHERE name = ?', name)?.sql ?? null;
      const isOther = known !== undefined && statements.get(name) !== made;
      if (root === undefined || isOther || columns.some((cid) => cid < 0)) return [];
      return [{ root, columns, isPartial: Number(index.partial) !== 0, isListed: known !== undefined }];
    });
}

function findRowidColumn(columns: readonly Row[]): number | undefined {
  const keys = columns.filter(({ pk }) => Number(pk) > 0);
  const at = columns.findIndex(({ pk, type }) => Number(pk) > 0 && type === 'INTEGER');
  return keys.length === 1 && at >= 0 ? at : undefined;
}

function columnsOfStatement(statement: string, table: string): readonly string[] | undefined {
  const scratch = openDatabase(':memory:');
  try {
    scratch.exec(statement);
    const columns = scratch.prepare(`PRAGMA table_info("${table}")`).all();
    return columns.length === 0 ? undefined : columns.map(({ name }) => String(name));
  } catch {
    return undefined;
  } finally {
    scratch.close();
  }
}

function planTable(draft: Connection, name: string, sql: string, catalogue: StoredSchema, usual: RootPages) {
  const info = draft.all(`PRAGMA table_info("${name}")`);
  const columns = info.map((column) => String(column.name));
  const statement = catalogue.statements.get(name) ?? sql;
  const stored = (statement === sql ? undefined : columnsOfStatement(statement, name)) ?? columns;
  const places = columns.map((column) => stored.indexOf(column));
  return {
    name,
    columns,
    types: info.map(({ type }) => String(type)),
    storedAt: places.map((place) => (place < 0 ? undefined : place)),
    storedCount: stored.length,
    rowidColumn: findRowidColumn(info),
    root: catalogue.roots.get(name),
    indexes: planIndexes(draft, name, catalogue, usual),
  };
}

export function planTables(draft: Connection, catalogue: StoredSchema): readonly TablePlan[] {
  const listed = draft.all('SELECT type, name, rootpage, sql FROM sqlite_master');
  const usual = new Map(listed.map(({ name, rootpage }) => [String(name), Number(rootpage)]));
  const tables = listed.filter(({ type }) => type === 'table');
  const textIndexes = tables
    .filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(String(sql)))
    .map(({ name }) => String(name));
  return tables
    .filter(({ name }) => isRecovered(String(name), textIndexes))
    .map(({ name, sql }) => planTable(draft, String(name), String(sql), catalogue, usual));
}
