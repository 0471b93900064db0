import type { Row } from './benchmark.ts';

export interface StoredRow extends Row {
  /** The benchmark that measured it. */
  readonly bench: string;
}

/**
 * What is stored after a run: the new rows, and those of the areas that the run did not measure. Rows of an area that
 * was measured are replaced together, because the name of a measure may contain a number that changes.
 */
export function mergeRows(
  stored: readonly StoredRow[],
  measured: readonly StoredRow[],
  benchNames: readonly string[],
): readonly StoredRow[] {
  const isReplaced = (row: StoredRow) =>
    measured.some(({ bench, area }) => bench === row.bench && area === row.area);
  return [...stored.filter((row) => benchNames.includes(row.bench) && !isReplaced(row)), ...measured];
}
