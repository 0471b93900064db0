import type { Connection } from '../connection.ts';
import { REAL_COUNTS } from './examine-counters.ts';

/** Built again from the table it points to. */
export const rebuildTextIndex = (connection: Connection, name: string): void =>
  connection.exec(`INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`);

export function recount(connection: Connection): void {
  connection.exec('DELETE FROM record_counts');
  connection.exec(`INSERT INTO record_counts (workspace, project_id, type, state, count) ${REAL_COUNTS}`);
}
