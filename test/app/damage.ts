import { join } from 'node:path';
import { examineDigests } from '../../src/storage/sqlite/doctor/examine-digests.ts';
import { examineJson } from '../../src/storage/sqlite/doctor/examine-json.ts';
import { openDatabase, type SqlValue } from '../../src/storage/sqlite/driver.ts';
import type { TestWorld } from './a-world.ts';

/** Changes the store behind the program's back, as a failing disk does. */
export function alterStore({ folder }: TestWorld, sql: string, ...values: SqlValue[]): void {
  const database = openDatabase(join(folder, 'throughline.db'));
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

/** What does not match its checksum, as `throughline doctor` finds it. */
export function damagedIn({ folder }: TestWorld): readonly string[] {
  const database = openDatabase(join(folder, 'throughline.db'), { readOnly: true });
  try {
    return examineDigests(database, true).damaged.map(({ kind, id }) => `${kind} ${id}`);
  } finally {
    database.close();
  }
}

/** What cannot be read as JSON any more, as `throughline doctor` finds it. */
export function unreadableIn({ folder }: TestWorld): readonly string[] {
  const database = openDatabase(join(folder, 'throughline.db'), { readOnly: true });
  try {
    return examineJson(database, true).map(({ kind, id, columns }) => `${kind} ${id}: ${columns.join(' ')}`);
  } finally {
    database.close();
  }
}
