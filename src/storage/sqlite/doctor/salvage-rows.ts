import type { SavedTable } from '../../../app/ports/doctor.ts';
import type { Cell } from './salvage-cells.ts';
import type { StoreImage } from './salvage-image.ts';
import type { TablePlan } from './salvage-schema.ts';
import { orphanedCells, walkTree } from './salvage-trees.ts';
import { type FoundRow, isWitnessed, readWitnesses, type Witness } from './salvage-witnesses.ts';

type Loss = Pick<SavedTable, 'lost' | 'counted'>;

interface LossEvidence {
  /** Every page of the table could be reached. */
  readonly isWhole: boolean;
  readonly found: ReadonlySet<number>;
  /** The numbers of rows that were reached and could not be saved; 0 where not even the number can be read. */
  readonly unsaved: readonly number[];
  /** Only those that are known to be of this table. */
  readonly witnesses: readonly Witness[];
  /** How many rows counters say there were. */
  readonly total: number | undefined;
}

const missingFrom = (found: ReadonlySet<number>, { keys }: Witness) =>
  [...keys.keys()].filter((rowid) => !found.has(rowid));

/** How many rows are lost: as many as can be proved, and whether that is all. */
function countLoss({ isWhole, found, unsaved, witnesses, total }: LossEvidence): Loss {
  if (isWhole) return { lost: unsaved.length, counted: 'exactly' };
  const complete = witnesses.find(({ isComplete }) => isComplete);
  if (complete !== undefined) return { lost: missingFrom(found, complete).length, counted: 'exactly' };
  if (total !== undefined && total >= found.size) return { lost: total - found.size, counted: 'exactly' };
  const named = new Set([
    ...witnesses.flatMap((witness) => missingFrom(found, witness)),
    ...unsaved.filter((rowid) => rowid !== 0 && !found.has(rowid)),
  ]);
  const lost = Math.max(named.size, unsaved.length);
  return { lost, counted: lost === 0 ? 'unknown' : 'at_least' };
}

/** Whether the row was one of that table. */
export type Take = (row: FoundRow) => boolean;

interface ReadTable {
  readonly plan: TablePlan;
  readonly loss: Loss;
}

function rowFrom({ rowid, values }: Cell, plan: TablePlan): FoundRow | undefined {
  if (values === undefined || values.length === 0 || values.length > plan.storedCount) return undefined;
  const columns = plan.storedAt.map((at, index) =>
    index === plan.rowidColumn ? rowid : at === undefined ? undefined : values[at],
  );
  return { rowid, values: columns };
}

/** One table while it is being read. */
class Reading {
  readonly plan: TablePlan;
  readonly #give: Take;
  readonly #found = new Set<number>();
  readonly #unsaved: number[] = [];
  readonly #confirmed = new Set<Witness>();
  #isWhole = false;
  #witnesses: readonly Witness[] = [];

  constructor(plan: TablePlan, give: Take) {
    this.plan = plan;
    this.#give = give;
  }

  get isTorn(): boolean {
    return !this.#isWhole;
  }

  /** By its tree, as far as that leads. Answers the pages of it. */
  walk(image: StoreImage): ReadonlySet<number> {
    // Of its own: a bad pointer into another table's pages must not hide them from that table.
    const pages = new Set<number>();
    if (this.plan.root !== undefined) {
      this.#isWhole = walkTree(image, this.plan.root, true, pages, (cell) => this.#visit(cell)).isWhole;
    }
    if (!this.#isWhole) this.#witnesses = readWitnesses(image, this.plan);
    return pages;
  }

  /** A row that lost its tree says nothing of its table; it is taken where an index names it by number and key. */
  claim(cell: Cell): void {
    const row = rowFrom(cell, this.plan);
    if (row === undefined) return;
    const witness = this.#witnesses.find((one) => isWitnessed(row, one));
    if (witness === undefined) return;
    this.#confirmed.add(witness);
    this.#take(row);
  }

  countLoss(total: number | undefined): Loss {
    return countLoss({
      isWhole: this.#isWhole,
      found: this.#found,
      unsaved: this.#unsaved,
      witnesses: this.#witnesses.filter((one) => one.isSure || this.#confirmed.has(one)),
      total,
    });
  }

  #visit(cell: Cell): void {
    const row = rowFrom(cell, this.plan);
    if (row !== undefined) this.#take(row);
    if (!this.#found.has(cell.rowid)) this.#unsaved.push(cell.rowid);
  }

  #take(row: FoundRow): void {
    if (!this.#found.has(row.rowid) && this.#give(row)) this.#found.add(row.rowid);
  }
}

/**
 * Every row that can still be read, table by table: first by the trees, then from pages that lost their tree.
 * `totals`: how many rows of a table counters say there were.
 */
export function readRows(
  image: StoreImage,
  plans: readonly TablePlan[],
  totals: ReadonlyMap<string, number>,
  takerFor: (plan: TablePlan) => Take,
): readonly ReadTable[] {
  const seen = new Set<number>();
  const tables = plans.map((plan) => new Reading(plan, takerFor(plan)));
  for (const table of tables) for (const page of table.walk(image)) seen.add(page);
  const torn = tables.filter(({ isTorn }) => isTorn);
  if (torn.length > 0) {
    for (const cell of orphanedCells(image, seen)) for (const table of torn) table.claim(cell);
  }
  return tables.map((table) => ({ plan: table.plan, loss: table.countLoss(totals.get(table.plan.name)) }));
}
