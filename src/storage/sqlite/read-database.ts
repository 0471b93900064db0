import type { ReadRows } from '../../app/ports/transcripts.ts';
import { openDatabase } from './driver.ts';

/** How long to wait for the program that owns the database. */
const WAIT_MS = 200;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads a database of another program. Never writes to it. */
export function readDatabase<Result>(path: string, read: (readRows: ReadRows) => Result): Result {
  const database = openDatabase(path, { readOnly: true });
  try {
    database.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA trusted_schema = OFF`);
    return read(({ table, where, orderBy }) => {
      const conditions = ['TRUE', ...Object.keys(where).map((column) => `${quoted(column)} = ?`)];
      const order = orderBy.map(quoted).join(', ');
      return database
        .prepare(`SELECT * FROM ${quoted(table)} WHERE ${conditions.join(' AND ')} ORDER BY ${order}`)
        .all(...Object.values(where));
    });
  } finally {
    database.close();
  }
}
