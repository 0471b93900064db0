import type { LastDelivery } from '../../../app/ports/doctor.ts';
import type { Database } from '../driver.ts';
import { hasTable, rowsOf } from './examine-reader.ts';

/** The newest receipt of any project; null when there is none. */
export function findLastDelivery(database: Database): LastDelivery | null {
  if (!hasTable(database, 'receipts')) return null;
  const [row] = rowsOf(database, 'SELECT at, client, door FROM receipts ORDER BY seq DESC LIMIT 1');
  return row === undefined ? null : { at: String(row.at), to: String(row.client ?? row.door) };
}
