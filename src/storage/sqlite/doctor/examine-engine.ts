import { isBuiltin } from 'node:module';
import { openDatabase } from '../driver.ts';

/** The SQLite in use, and whose it is. */
export function examineEngine(): { readonly version: string; readonly driver: string } {
  const database = openDatabase(':memory:');
  try {
    const row = database.prepare('SELECT sqlite_version() AS version').get();
    const driver = isBuiltin('node:sqlite') ? 'node:sqlite' : '@photostructure/sqlite';
    return { version: String(row?.version), driver };
  } finally {
    database.close();
  }
}
