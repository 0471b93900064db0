import { attempt } from '../../../lib/attempt.ts';
import { type Database, openDatabase, openImmutable, type Row } from '../driver.ts';

/** A connection that cannot write to the store. `isAtRest`: no process has it open, and its log is empty. */
export function openForReading(path: string, isAtRest: boolean): Database {
  // A driver may not know such an address; damage is reported when the file is opened in the plain way.
  const immutable = isAtRest ? attempt(() => openImmutable(path)) : undefined;
  const database = immutable ?? openDatabase(path, { readOnly: true });
  database.exec('PRAGMA busy_timeout = 5000');
  return database;
}

export const numberOf = (database: Database, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);

export const hasTable = (database: Database, name: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;

export const rowsOf = (database: Database, sql: string): readonly Row[] => database.prepare(sql).all();
