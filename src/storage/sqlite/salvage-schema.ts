import type { Connection } from './connection.ts';
import type { StoreImage } from './salvage-image.ts';
import { walkTree } from './salvage-trees.ts';

export interface IndexPlan {
  readonly root: number;
  /** Which columns of the table it holds, in order; undefined for one over expressions. */
  readonly columns: readonly number[] | undefined;
}

export interface TablePlan {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column that is the row's number itself, and is not stored a second time. */
  readonly rowidColumn: number | undefined;
  /** undefined when the damaged store no longer says where the table begins. */
  readonly root: number | undefined;
  readonly indexes: readonly IndexPlan[];
}

/** Made anew by other means: by migrating, and from the records. */
const REMADE = ['schema_migrations', 'record_counts'];

/** Where each table and index of the damaged store begins, as far as its own list can be read. */
export function readRoots(image: StoreImage): ReadonlyMap<string, number> {
  const roots = new Map<string, number>();
  walkTree(image, 1, true, new Set(), ({ values }) => {
    const [, name, , root] = values ?? [];
    if (typeof name === 'string' && typeof root === 'number' && root > 0) roots.set(name, root);
  });
  return roots;
}

/** The version of its schema; undefined when it cannot be read. */
export function readVersion(image: StoreImage, roots: ReadonlyMap<string, number>): number | undefined {
  const root = roots.get('schema_migrations');
  let version = 0;
  if (root !== undefined) {
    walkTree(image, root, true, new Set(), ({ rowid, values }) => {
      if (values !== undefined) version = Math.max(version, rowid);
    });
  }
  return version > 0 ? version : undefined;
}

const isKept = (name: string, indexes: readonly string[]) =>
  !name.startsWith('sqlite_') &&
  !REMADE.includes(name) &&
  !indexes.some((index) => name === index || name.startsWith(`${index}_`));

/** The tables to save, as the new store has them: both were made by the same migrations. */
export function planTables(
  draft: Connection,
  roots: ReadonlyMap<string, number>,
): readonly TablePlan[] {
  const listed = draft.all("SELECT name, rootpage, sql FROM sqlite_master WHERE type = 'table'");
  const textIndexes = listed
    .filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(String(sql)))
    .map(({ name }) => String(name));
  const usualRoots = new Map(
    draft.all('SELECT name, rootpage FROM sqlite_master').map((row) => [row.name, Number(row.rootpage)]),
  );
  return listed
    .map(({ name }) => String(name))
    .filter((name) => isKept(name, textIndexes))
    .map((name) => {
      const columns = draft.all(`PRAGMA table_info("${name}")`);
      const keys = columns.filter(({ pk }) => Number(pk) > 0);
      const rowidColumn = columns.findIndex(({ pk, type }) => Number(pk) > 0 && type === 'INTEGER');
      return {
        name,
        columns: columns.map((column) => String(column.name)),
        rowidColumn: keys.length === 1 && rowidColumn >= 0 ? rowidColumn : undefined,
        root: roots.get(name),
        indexes: draft.all(`PRAGMA index_list("${name}")`).flatMap((index) => {
          const root = roots.get(String(index.name)) ?? usualRoots.get(index.name ?? null);
          const places = draft.all(`PRAGMA index_info("${index.name}")`).map(({ cid }) => Number(cid));
          return root === undefined
            ? []
            : [{ root, columns: places.every((cid) => cid >= 0) ? places : undefined }];
        }),
      };
    });
}
