import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../src/storage/sqlite/driver.ts';

export const dumpPath = (version: number): string =>
  fileURLToPath(new URL(`store-${String(version).padStart(2, '0')}.sql`, import.meta.url));

/** Makes the store of that version at `path`, as its dump says. */
export function loadDump(version: number, path: string): void {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(`BEGIN; ${readFileSync(dumpPath(version), 'utf8')}; COMMIT`);
  } finally {
    database.close();
  }
}
