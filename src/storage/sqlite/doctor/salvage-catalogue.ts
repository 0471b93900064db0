import type { Cell } from './salvage-cells.ts';
import type { StoreImage } from './salvage-image.ts';
import { orphanedCells, walkTree } from './salvage-trees.ts';

export type Roots = ReadonlyMap<string, number>;

/** A store's own list of its tables and indexes, as far as it can be read. */
export interface Catalogue {
  /** On which page each begins. */
  readonly roots: Roots;
  /** The statements that made them; an index of a key has none. */
  readonly statements: ReadonlyMap<string, string | null>;
  /** Nothing of the list is missing: what it does not name was not there. */
  readonly isWhole: boolean;
}

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
export function readCatalogue(image: StoreImage): Catalogue {
  const entries: Entry[] = [];
  const collect = (cell: Cell) => {
    const entry = entryFrom(cell);
    if (entry !== undefined) entries.push(entry);
  };
  const seen = new Set<number>();
  const { isWhole } = walkTree(image, 1, true, seen, collect);
  if (!isWhole) for (const cell of orphanedCells(image, seen)) collect(cell);
  // What two leaves tell differently, one of them tells from an earlier time.
  const isPlain = ({ name, root }: Entry) =>
    entries.every((other) => other.name !== name || other.root === root);
  const plain = entries.filter(isPlain);
  return {
    roots: new Map(plain.map(({ name, root }) => [name, root])),
    statements: new Map(plain.map(({ name, sql }) => [name, sql])),
    isWhole,
  };
}
