import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import type { StoreImage } from './salvage-image.ts';
import { walkTree } from './salvage-trees.ts';

export interface IndexPlan {
  readonly root: number;
  /** Which columns of the table it holds, in order. */
  readonly columns: readonly number[];
}

export interface TablePlan {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column that is the row's number itself, and is not stored a second time. */
  readonly rowidColumn: number | undefined;
  /** undefined when the damaged store no longer says where the table begins. */
  readonly root: number | undefined;
  /** Those that hold every row first, and of those the ones that tell rows apart. */
  readonly indexes: readonly IndexPlan[];
}

export type Roots = ReadonlyMap<string, number>;

/** Made anew by other means: by migrating, and from the records. */
const REMADE = ['schema_migrations', 'record_counts'];

/** Where each table and index of the damaged store begins, as far as its own list can be read. */
export function readRoots(image: StoreImage): Roots {
  const roots = new Map<string, number>();
  walkTree(image, 1, true, new Set(), ({ values }) => {
    const [, name, , root] = values ?? [];
    if (typeof name === 'string' && typeof root === 'number' && root > 0) roots.set(name, root);
  });
  return roots;
}

/** The version of its schema; undefined when it cannot be read. */
export function readVersion(image: StoreImage, roots: Roots): number | undefined {
  const root = roots.get('schema_migrations');
  let version: number | undefined;
  if (root !== undefined) {
    walkTree(image, root, true, new Set(), ({ rowid, values }) => {
      if (values !== undefined) version = Math.max(version ?? 0, rowid);
    });
  }
  return version;
}

const isKept = (name: string, textIndexes: readonly string[]) =>
  !name.startsWith('sqlite_') &&
  !REMADE.includes(name) &&
  !textIndexes.some((index) => name === index || name.startsWith(`${index}_`));

/** Two stores made by the same migrations mostly begin their indexes on the same pages; a wrong guess matches no row. */
function planIndexes(draft: Connection, table: string, roots: Roots, usual: Roots): readonly IndexPlan[] {
  return draft
    .all(`PRAGMA index_list("${table}")`)
    .toSorted((a, b) => Number(a.partial) - Number(b.partial) || Number(b.unique) - Number(a.unique))
    .flatMap(({ name }) => {
      const root = roots.get(String(name)) ?? usual.get(String(name));
      const columns = draft.all(`PRAGMA index_info("${name}")`).map(({ cid }) => Number(cid));
      return root === undefined || columns.some((cid) => cid < 0) ? [] : [{ root, columns }];
    });
}

function findRowidColumn(columns: readonly Row[]): number | undefined {
  const keys = columns.filter(({ pk }) => Number(pk) > 0);
  const at = columns.findIndex(({ pk, type }) => Number(pk) > 0 && type === 'INTEGER');
  return keys.length === 1 && at >= 0 ? at : undefined;
}

/** The tables to save, as the new store has them: both were made by the same migrations. */
export function planTables(draft: Connection, roots: Roots): readonly TablePlan[] {
  const listed = draft.all('SELECT type, name, rootpage, sql FROM sqlite_master');
  const usual = new Map(listed.map(({ name, rootpage }) => [String(name), Number(rootpage)]));
  const tables = listed.filter(({ type }) => type === 'table');
  const textIndexes = tables
    .filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(String(sql)))
    .map(({ name }) => String(name));
  return tables
    .map(({ name }) => String(name))
    .filter((name) => isKept(name, textIndexes))
    .map((name) => {
      const columns = draft.all(`PRAGMA table_info("${name}")`);
      return {
        name,
        columns: columns.map((column) => String(column.name)),
        rowidColumn: findRowidColumn(columns),
        root: roots.get(name),
        indexes: planIndexes(draft, name, roots, usual),
      };
    });
}
