import type { Value } from './salvage-cells.ts';
import type { StoreImage } from './salvage-image.ts';
import type { TablePlan } from './salvage-schema.ts';
import { walkTree } from './salvage-trees.ts';

/** A row of the damaged store, by the columns of the new one; undefined where the damaged one had no such column. */
export interface FoundRow {
  readonly rowid: number;
  readonly values: readonly (Value | undefined)[];
}

/** What one index says of its table: the number of each row, and the key under which the row must be found. */
export interface Witness {
  readonly columns: readonly number[];
  readonly keys: ReadonlyMap<number, string>;
  /** It names every row of the table. */
  readonly isComplete: boolean;
  /** Whether it is known to be that table's, or only lies where such an index usually lies. */
  readonly isSure: boolean;
}

const keyOf = (values: readonly (Value | undefined)[]) =>
  JSON.stringify(values.map((value) => (value instanceof Uint8Array ? [...value] : (value ?? null))));

/** One index is enough if all of it can be read; further ones are asked only as long as none is whole. */
export function readWitnesses(image: StoreImage, { indexes }: TablePlan): readonly Witness[] {
  const witnesses: Witness[] = [];
  for (const { root, columns, isPartial, isSure } of indexes) {
    const keys = new Map<number, string>();
    let isReadable = true;
    const { isWhole } = walkTree(image, root, false, new Set(), ({ values }) => {
      const rowid = values?.at(-1);
      if (values?.length === columns.length + 1 && typeof rowid === 'number') {
        keys.set(rowid, keyOf(values.slice(0, -1)));
      } else isReadable = false;
    });
    const isComplete = isWhole && isReadable && !isPartial;
    witnesses.push({ columns, keys, isComplete, isSure });
    if (isComplete && isSure) break;
  }
  return witnesses;
}

export const isWitnessed = ({ rowid, values }: FoundRow, { columns, keys }: Witness): boolean =>
  keys.get(rowid) === keyOf(columns.map((column) => values[column]));
