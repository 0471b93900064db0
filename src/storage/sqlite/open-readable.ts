import { statSync } from 'node:fs';
import type { Opened } from './connection.ts';
import { openDatabase, openImmutable, readOnce } from './driver.ts';
import { needsWritableFolder } from './errors.ts';

const statsOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false });

const logSize = (path: string) => statsOf(`${path}-wal`)?.size ?? 0n;

/** What changes when anybody writes to the store. */
function stateOf(path: string): string {
  const stats = statsOf(path);
  return [stats?.ino, stats?.size, stats?.mtimeNs, logSize(path)].join();
}

/**
 * Without the index of the log, which SQLite could not create, nobody has the store open; and while the log is empty,
 * all there is is in the store itself. As soon as somebody writes to it, it has to be opened again.
 */
function openResting(path: string, error: unknown): Opened {
  const state = stateOf(path);
  if (!needsWritableFolder(error) || logSize(path) > 0n) throw error;
  try {
    return { database: openImmutable(path), isOutdated: () => stateOf(path) !== state };
  } catch {
    throw error;
  }
}

/** A connection for reading alone. It never waits for a lock, and a read-only or full disk does not stop it. */
export function openReadable(path: string): Opened {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF');
    readOnce(database);
    return { database };
  } catch (error) {
    database.close();
    return openResting(path, error);
  }
}
