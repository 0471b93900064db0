import { type Cell, readTreePage, type Value } from './salvage-cells.ts';
import type { StoreImage } from './salvage-image.ts';
import type { TablePlan } from './salvage-schema.ts';
import { walkTree } from './salvage-trees.ts';

/** A row of the damaged store; `values` may be fewer than the table has columns now. */
export interface FoundRow {
  readonly rowid: number;
  readonly values: readonly Value[];
}

type Take = (row: FoundRow) => void;

function rowFrom({ rowid, values }: Cell, { columns, rowidColumn }: TablePlan): FoundRow | undefined {
  if (values === undefined || values.length === 0 || values.length > columns.length) return undefined;
  return { rowid, values: values.map((value, index) => (index === rowidColumn ? rowid : value)) };
}

/** What one index says of its table: the number of each row, and the key under which the row must be found. */
interface Witness {
  readonly columns: readonly number[];
  readonly keys: ReadonlyMap<number, string>;
}

const keyOf = (values: readonly (Value | undefined)[]) =>
  JSON.stringify(values.map((value) => (value instanceof Uint8Array ? [...value] : (value ?? null))));

function readWitnesses(image: StoreImage, { indexes }: TablePlan): readonly Witness[] {
  return indexes.flatMap(({ root, columns }) => {
    if (columns === undefined) return [];
    const keys = new Map<number, string>();
    walkTree(image, root, false, new Set(), ({ values }) => {
      const rowid = values?.at(-1);
      if (values?.length === columns.length + 1 && typeof rowid === 'number') {
        keys.set(rowid, keyOf(values.slice(0, -1)));
      }
    });
    return [{ columns, keys }];
  });
}

const isWitnessed = ({ rowid, values }: FoundRow, witnesses: readonly Witness[]) =>
  witnesses.some(({ columns, keys }) => keys.get(rowid) === keyOf(columns.map((column) => values[column])));

/** Leaves of tables that no tree leads to any more, because the page that led there is bad. */
function* orphanedCells(image: StoreImage, seen: ReadonlySet<number>): Generator<Cell> {
  const free = image.freePages();
  for (let number = 2; number <= image.pageCount; number += 1) {
    if (seen.has(number) || free.has(number)) continue;
    const page = readTreePage(image, number);
    if (page?.isTable && page.isLeaf) yield* page.cells;
  }
}

export interface TableRows {
  readonly plan: TablePlan;
  /** How many rows are known to have been there that were not found. */
  countLost(): number;
}

/**
 * Every row that can still be read, table by table: first by the trees, then from pages that lost their tree. Such a
 * row says nothing of its table; it is taken where an index of that table names it by number and key.
 */
export function readRows(
  image: StoreImage,
  plans: readonly TablePlan[],
  otherRoots: readonly number[],
  taker: (plan: TablePlan) => Take,
): readonly TableRows[] {
  const seen = new Set<number>();
  for (const root of [1, ...otherRoots]) walkTree(image, root, true, seen, () => undefined);
  const tables = plans.map((plan) => {
    const found = new Set<number>();
    const give = taker(plan);
    const take: Take = (row) => {
      if (found.has(row.rowid)) return;
      found.add(row.rowid);
      give(row);
    };
    const visit = (cell: Cell) => {
      const row = rowFrom(cell, plan);
      if (row !== undefined) take(row);
    };
    const isWhole = plan.root !== undefined && walkTree(image, plan.root, true, seen, visit).isWhole;
    const witnesses = readWitnesses(image, plan);
    const countLost = () =>
      new Set(witnesses.flatMap(({ keys }) => [...keys.keys()].filter((rowid) => !found.has(rowid)))).size;
    return { plan, isWhole, witnesses, take, countLost };
  });
  const torn = tables.filter(({ isWhole }) => !isWhole);
  if (torn.length > 0) {
    for (const cell of orphanedCells(image, seen)) {
      for (const { plan, witnesses, take } of torn) {
        const row = rowFrom(cell, plan);
        if (row !== undefined && isWitnessed(row, witnesses)) take(row);
      }
    }
  }
  return tables;
}
