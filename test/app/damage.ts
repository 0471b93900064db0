import { join } from 'node:path';
import { examineChecksums, examineJson } from '../../src/storage/sqlite/doctor/examine-texts.ts';
import { openDatabase, type SqlValue } from '../../src/storage/sqlite/driver.ts';
import type { TestApp } from './test-app.ts';

/** Changes the store behind the program's back, as a failing disk does. */
export function alterStore({ folder }: TestApp, sql: string, ...values: SqlValue[]): void {
  const database = openDatabase(join(folder, 'throughline.db'));
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

/** What does not match its checksum, as `throughline doctor` finds it. */
export function damagedIn({ folder }: TestApp): readonly string[] {
  const database = openDatabase(join(folder, 'throughline.db'), { readOnly: true });
  try {
    return examineChecksums(database, true).damaged.map(({ kind, id }) => `${kind} ${id}`);
  } finally {
    database.close();
  }
}

/** What cannot be read as JSON any more, as `throughline doctor` finds it. */
export function unreadableIn({ folder }: TestApp): readonly string[] {
  const database = openDatabase(join(folder, 'throughline.db'), { readOnly: true });
  try {
    return examineJson(database, true).map(({ kind, id, columns }) => `${kind} ${id}: ${columns.join(' ')}`);
  } finally {
    database.close();
  }
}
