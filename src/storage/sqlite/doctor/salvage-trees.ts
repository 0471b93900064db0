import { type Cell, readTreePage } from './salvage-cells.ts';
import type { StoreImage } from './salvage-image.ts';

export interface Walk {
  /** All of the tree could be reached; what is on its pages may still be unreadable. */
  readonly isWhole: boolean;
}

/**
 * Every cell of a b-tree that can be reached from its root, in order. A bad page costs what is below it and no more.
 * `seen` collects the pages, so that none is read twice and those that belong to no tree can be told.
 */
export function walkTree(
  image: StoreImage,
  root: number,
  isTable: boolean,
  seen: Set<number>,
  visit: (cell: Cell) => void,
): Walk {
  let isWhole = true;
  const go = (number: number): void => {
    const page = seen.has(number) ? undefined : readTreePage(image, number);
    if (page === undefined || page.isTable !== isTable) {
      isWhole = false;
      return;
    }
    seen.add(number);
    if (!page.isIntact) isWhole = false;
    for (const cell of page.cells) {
      if (!page.isLeaf) go(cell.child);
      if (page.isLeaf || !isTable) visit(cell);
    }
    if (!page.isLeaf) go(page.lastChild);
  };
  go(root);
  return { isWhole };
}

/** Leaves of tables that no tree leads to any more, because the page that led there is bad. */
export function* orphanedCells(image: StoreImage, seen: ReadonlySet<number>): Generator<Cell> {
  const free = image.freePages();
  for (let number = 2; number <= image.pageCount; number += 1) {
    if (seen.has(number) || free.has(number)) continue;
    const page = readTreePage(image, number);
    if (page?.isTable && page.isLeaf) yield* page.cells;
  }
}
