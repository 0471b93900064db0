import type { Database } from '../driver.ts';
import { hasTable, numberOf } from './examine-reader.ts';

export const REAL_COUNTS =
  'SELECT workspace, project_id, type, state, count(*) AS count FROM records GROUP BY workspace, project_id, type, state';
const KEPT_COUNTS = 'SELECT workspace, project_id, type, state, count FROM record_counts WHERE count <> 0';

/** How many counters differ from the records they count. */
export function countWrongCounters(database: Database): number {
  if (!hasTable(database, 'record_counts')) return 0;
  return numberOf(
    database,
    `SELECT count(*) FROM (SELECT DISTINCT workspace, project_id, type, state FROM (
       SELECT * FROM (${REAL_COUNTS} EXCEPT ${KEPT_COUNTS})
       UNION ALL SELECT * FROM (${KEPT_COUNTS} EXCEPT ${REAL_COUNTS})))`,
  );
}
