import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';

/** Of one statement: about as many as are written within one slice. SQLite takes 32,766 values in a statement. */
export const MAX_ROWS = 128;

export interface Insertion {
  /** Up to VALUES. */
  readonly into: string;
  /** What comes behind the rows, such as ON CONFLICT, or the statement that uses them. */
  readonly behind?: string;
}

/** The largest power of two within the limit. Few sizes mean that few statements are prepared and kept. */
const powerWithin = (count: number) => 2 ** Math.floor(Math.log2(Math.min(count, MAX_ROWS)));

const sqlFor = ({ into, behind = '' }: Insertion, rowCount: number, columnCount: number) => {
  const row = `(${Array.from({ length: columnCount }, () => '?').join(', ')})`;
  return `${into} VALUES ${Array.from({ length: rowCount }, () => row).join(', ')} ${behind}`;
};

/**
 * Writes many rows in few statements, in their order, and returns how many were inserted or changed. The text index writes its pending
 * words to its tables before every statement, so one statement per row would be many times slower.
 */
export function insertRows(
  connection: Connection,
  insertion: Insertion,
  rows: readonly (readonly SqlValue[])[],
): number {
  let written = 0;
  for (let from = 0; from < rows.length; ) {
    const part = rows.slice(from, from + powerWithin(rows.length - from));
    written += connection.run(sqlFor(insertion, part.length, part[0]?.length ?? 0), ...part.flat());
    from += part.length;
  }
  return written;
}
