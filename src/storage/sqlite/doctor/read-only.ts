import { type Database, openDatabase, openImmutable, type Row } from '../driver.ts';

/** Only for a file that no process has open. */
function tryImmutable(path: string): Database | undefined {
  try {
    return openImmutable(path);
  } catch {
    // A driver that knows no such address, or damage that the plain way will name.
    return undefined;
  }
}

/** A connection that cannot write to the store. `isAtRest`: no process has it open, and its log is empty. */
export function openForReading(path: string, isAtRest: boolean): Database {
  const database = (isAtRest ? tryImmutable(path) : undefined) ?? openDatabase(path, { readOnly: true });
  database.exec('PRAGMA busy_timeout = 5000');
  return database;
}

export const numberOf = (database: Database, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);

export const hasTable = (database: Database, name: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;

export const rowsOf = (database: Database, sql: string): readonly Row[] => database.prepare(sql).all();
