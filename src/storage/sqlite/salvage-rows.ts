import { type Cell, readTreePage } from './salvage-cells.ts';
import type { StoreImage } from './salvage-image.ts';
import type { TablePlan } from './salvage-schema.ts';
import { walkTree } from './salvage-trees.ts';
import { countMissing, type FoundRow, isWitnessed, readWitnesses } from './salvage-witnesses.ts';

/** Whether the row was one of that table. */
export type Take = (row: FoundRow) => boolean;

export interface ReadTable {
  readonly plan: TablePlan;
  /** How many rows are known to have been there that were not found. */
  readonly lost: number;
}

function rowFrom({ rowid, values }: Cell, { columns, rowidColumn }: TablePlan): FoundRow | undefined {
  if (values === undefined || values.length === 0 || values.length > columns.length) return undefined;
  return { rowid, values: values.map((value, index) => (index === rowidColumn ? rowid : value)) };
}

/** One table while it is being read. */
class Reading {
  readonly plan: TablePlan;
  readonly #give: Take;
  readonly #found = new Set<number>();
  #unreadable = 0;

  constructor(plan: TablePlan, give: Take) {
    this.plan = plan;
    this.#give = give;
  }

  visit(cell: Cell): void {
    const row = rowFrom(cell, this.plan);
    if (row !== undefined) this.take(row);
    if (!this.#found.has(cell.rowid)) this.#unreadable += 1;
  }

  take(row: FoundRow): void {
    if (!this.#found.has(row.rowid) && this.#give(row)) this.#found.add(row.rowid);
  }

  countLost(witnesses: Parameters<typeof countMissing>[0]): number {
    return Math.max(this.#unreadable, countMissing(witnesses, this.#found));
  }
}

/** Leaves of tables that no tree leads to any more, because the page that led there is bad. */
function* orphanedCells(image: StoreImage, seen: ReadonlySet<number>): Generator<Cell> {
  const free = image.freePages();
  for (let number = 2; number <= image.pageCount; number += 1) {
    if (seen.has(number) || free.has(number)) continue;
    const page = readTreePage(image, number);
    if (page?.isTable && page.isLeaf) yield* page.cells;
  }
}

/**
 * Every row that can still be read, table by table: first by the trees, then from pages that lost their tree. Such a
 * row says nothing of its table; it is taken where an index of that table names it by number and key.
 */
export function readRows(
  image: StoreImage,
  plans: readonly TablePlan[],
  takerFor: (plan: TablePlan) => Take,
): readonly ReadTable[] {
  const seen = new Set<number>();
  const tables = plans.map((plan) => {
    const reading = new Reading(plan, takerFor(plan));
    // Of its own: a bad pointer into another table's pages must not hide them from that table.
    const pages = new Set<number>();
    const isWhole =
      plan.root !== undefined &&
      walkTree(image, plan.root, true, pages, (cell) => reading.visit(cell)).isWhole;
    for (const page of pages) seen.add(page);
    return { reading, witnesses: isWhole ? [] : readWitnesses(image, plan) };
  });
  const torn = tables.filter(({ witnesses }) => witnesses.length > 0);
  if (torn.length > 0) {
    for (const cell of orphanedCells(image, seen)) {
      for (const { reading, witnesses } of torn) {
        const row = rowFrom(cell, reading.plan);
        if (row !== undefined && isWitnessed(row, witnesses)) reading.take(row);
      }
    }
  }
  return tables.map(({ reading, witnesses }) => ({
    plan: reading.plan,
    lost: reading.countLost(witnesses),
  }));
}
