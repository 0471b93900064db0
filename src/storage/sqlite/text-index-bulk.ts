import type { Pause } from '../../lib/concurrency.ts';
import type { Connection } from './connection.ts';

/**
 * The text index removes the old words of a record in place ("secure-delete"), so that a deleted text leaves no trace in
 * it. That takes a millisecond or more for each record whose text changes. Where many change at once, it is far cheaper to let the
 * index keep the old words at first and to merge all its segments afterwards, which drops them.
 */
const MIN_CHANGED = 500;
/** Merging reads the whole index. For a hundred records that takes about as long as changing one in place. */
const MAX_ROWS_PER_CHANGED = 100;
/** Pages of the index that one step of merging writes. */
const PAGES_PER_STEP = 50;

export function isBulk(connection: Connection, changedCount: number): boolean {
  if (changedCount < MIN_CHANGED) return false;
  const rows = Number(connection.get('SELECT max(seq) AS seq FROM records')?.seq ?? 0);
  return rows <= changedCount * MAX_ROWS_PER_CHANGED;
}

const configure = (connection: Connection, option: string, value: number) =>
  connection.run('INSERT INTO records_text (records_text, rank) VALUES (?, ?)', option, value);

const changeCount = (connection: Connection) =>
  Number(connection.get('SELECT total_changes() AS count')?.count ?? 0);

/** Answers whether there was anything left to merge; FTS5 itself writes one row in any case. */
function mergeStep(connection: Connection, pages: number): boolean {
  const before = changeCount(connection);
  configure(connection, 'merge', pages);
  return changeCount(connection) - before >= 2;
}

/** Must run inside a transaction: until it is over, the index holds words that it must not hold. */
export async function changeInBulk(connection: Connection, pause: Pause, change: () => Promise<void>) {
  configure(connection, 'secure-delete', 0);
  await change();
  // A negative number merges all segments into one, beginning now; a positive one goes on with it.
  for (let isLeft = mergeStep(connection, -PAGES_PER_STEP); isLeft; ) {
    await pause();
    isLeft = mergeStep(connection, PAGES_PER_STEP);
  }
  configure(connection, 'secure-delete', 1);
}
