import type { RecoveredTable } from '../../../app/ports/doctor.ts';
import { type Cell, orphanedCells, type Value, walkTree } from './b-tree.ts';
import type { TablePlan } from './recover-schema.ts';
import type { StoreImage } from './store-image.ts';

/** A row of the damaged store, by the columns of the new one; undefined where the damaged one had no such column. */
interface FoundRow {
  readonly rowid: number;
  readonly values: readonly (Value | undefined)[];
}

interface IndexKeys {
  readonly columns: readonly number[];
  readonly keys: ReadonlyMap<number, string>;
  readonly isComplete: boolean;
  /** Whether it is known to be that table's, or only lies where such an index usually lies. */
  readonly isListed: boolean;
}

const keyOf = (values: readonly (Value | undefined)[]) =>
  JSON.stringify(values.map((value) => (value instanceof Uint8Array ? [...value] : (value ?? null))));

/** One index is enough if all of it can be read; further ones are asked only as long as none is whole. */
function readIndexKeys(image: StoreImage, { indexes }: TablePlan): readonly IndexKeys[] {
  const witnesses: IndexKeys[] = [];
  for (const { root, columns, isPartial, isListed } of indexes) {
    const keys = new Map<number, string>();
    let isReadable = true;
    const { isWhole } = walkTree(image, root, false, new Set(), ({ values }) => {
      const rowid = values?.at(-1);
      if (values?.length === columns.length + 1 && typeof rowid === 'number') {
        keys.set(rowid, keyOf(values.slice(0, -1)));
      } else isReadable = false;
    });
    const isComplete = isWhole && isReadable && !isPartial;
    witnesses.push({ columns, keys, isComplete, isListed });
    if (isComplete && isListed) break;
  }
  return witnesses;
}

const isIndexed = ({ rowid, values }: FoundRow, { columns, keys }: IndexKeys): boolean =>
  keys.get(rowid) === keyOf(columns.map((column) => values[column]));

/** A column of text never holds a number, and one of numbers never a text: such a row is another table's. */
const fitsTypes = ({ values }: FoundRow, { types }: TablePlan): boolean =>
  values.every((value, index) =>
    typeof value === 'number'
      ? types[index] !== 'TEXT'
      : typeof value !== 'string' || types[index] !== 'INTEGER',
  );

type Loss = Pick<RecoveredTable, 'lost' | 'counted'>;

const missingFrom = (found: ReadonlySet<number>, { keys }: IndexKeys) =>
  [...keys.keys()].filter((rowid) => !found.has(rowid));

export type AcceptRow = (row: FoundRow) => boolean;

function rowFrom({ rowid, values }: Cell, plan: TablePlan): FoundRow | undefined {
  if (values === undefined || values.length === 0 || values.length > plan.storedCount) return undefined;
  const columns = plan.storedAt.map((at, index) =>
    index === plan.rowidColumn ? rowid : at === undefined ? undefined : values[at],
  );
  return { rowid, values: columns };
}

class TableReader {
  readonly plan: TablePlan;
  readonly #give: AcceptRow;
  readonly #found = new Set<number>();
  /** The numbers of rows that were reached and could not be saved; 0 where not even the number can be read. */
  readonly #unsaved: number[] = [];
  readonly #confirmed = new Set<IndexKeys>();
  #isWhole = false;
  #witnesses: readonly IndexKeys[] = [];

  constructor(plan: TablePlan, give: AcceptRow) {
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
    if (!this.#isWhole) this.#witnesses = readIndexKeys(image, this.plan);
    return pages;
  }

  /** A row on a page without a tree does not name its table. It is accepted where its values fit, and an index has its number and key. */
  claim(cell: Cell): void {
    const row = rowFrom(cell, this.plan);
    if (row === undefined || !fitsTypes(row, this.plan)) return;
    const witness = this.#witnesses.find((one) => isIndexed(row, one));
    if (witness === undefined) return;
    this.#confirmed.add(witness);
    this.#take(row);
  }

  /** How many rows are lost: as many as can be proved, and whether that is all. */
  countLoss(total: number | undefined): Loss {
    const [found, unsaved] = [this.#found, this.#unsaved];
    if (this.#isWhole) return { lost: unsaved.length, counted: 'exactly' };
    const witnesses = this.#witnesses.filter((one) => one.isListed || this.#confirmed.has(one));
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

  #visit(cell: Cell): void {
    const row = rowFrom(cell, this.plan);
    if (row !== undefined) this.#take(row);
    if (!this.#found.has(cell.rowid)) this.#unsaved.push(cell.rowid);
  }

  #take(row: FoundRow): void {
    if (!this.#found.has(row.rowid) && this.#give(row)) this.#found.add(row.rowid);
  }
}

/** Every row that can be read: first by the trees, then from pages that lost theirs. `totals` come from the counters. */
export function readRows(
  image: StoreImage,
  plans: readonly TablePlan[],
  totals: ReadonlyMap<string, number>,
  takerFor: (plan: TablePlan) => AcceptRow,
) {
  const seen = new Set<number>();
  const tables = plans.map((plan) => new TableReader(plan, takerFor(plan)));
  for (const table of tables) for (const page of table.walk(image)) seen.add(page);
  const torn = tables.filter(({ isTorn }) => isTorn);
  if (torn.length > 0) {
    for (const cell of orphanedCells(image, seen)) for (const table of torn) table.claim(cell);
  }
  return tables.map((table) => ({ plan: table.plan, loss: table.countLoss(totals.get(table.plan.name)) }));
}
