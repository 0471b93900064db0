import type { Value } from './salvage-cells.ts';
import type { StoreImage } from './salvage-image.ts';
import type { TablePlan } from './salvage-schema.ts';
import { walkTree } from './salvage-trees.ts';

/** A row of the damaged store; `values` may be fewer than the table has columns now. */
export interface FoundRow {
  readonly rowid: number;
  readonly values: readonly Value[];
}

/** What one index says of its table: the number of each row, and the key under which the row must be found. */
interface Witness {
  readonly columns: readonly number[];
  readonly keys: ReadonlyMap<number, string>;
}

const keyOf = (values: readonly (Value | undefined)[]) =>
  JSON.stringify(values.map((value) => (value instanceof Uint8Array ? [...value] : (value ?? null))));

/** One index is enough if all of it can be read; further ones are asked only as long as none is whole. */
export function readWitnesses(image: StoreImage, { indexes }: TablePlan): readonly Witness[] {
  const witnesses: Witness[] = [];
  for (const { root, columns } of indexes) {
    const keys = new Map<number, string>();
    const { isWhole } = walkTree(image, root, false, new Set(), ({ values }) => {
      const rowid = values?.at(-1);
      if (values?.length === columns.length + 1 && typeof rowid === 'number') {
        keys.set(rowid, keyOf(values.slice(0, -1)));
      }
    });
    witnesses.push({ columns, keys });
    if (isWhole) break;
  }
  return witnesses;
}

export const isWitnessed = ({ rowid, values }: FoundRow, witnesses: readonly Witness[]): boolean =>
  witnesses.some(({ columns, keys }) => keys.get(rowid) === keyOf(columns.map((column) => values[column])));

/** Rows that must have been there and are not among those found. */
export const countMissing = (witnesses: readonly Witness[], found: ReadonlySet<number>): number =>
  new Set(witnesses.flatMap(({ keys }) => [...keys.keys()].filter((rowid) => !found.has(rowid)))).size;
