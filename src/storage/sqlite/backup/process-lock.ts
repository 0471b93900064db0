import { type Database, openDatabase } from '../driver.ts';
import { translateError } from '../errors.ts';
import { isBusy } from '../file/wait-for-lock.ts';

/**
 * Runs `work` while no other process holds the lock of this name; undefined if one does. SQLite's own lock on an empty file: the
 * system frees it when the process dies, however it dies. The file stays, because a process that waits may have it open.
 */
export function whileLocked<Result>(path: string, waitMs: number, work: () => Result): Result | undefined {
  let lock: Database | undefined;
  try {
    lock = openDatabase(path);
    lock.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE`);
  } catch (error) {
    lock?.close();
    const translated = translateError(error, path);
    if (isBusy(translated)) return undefined;
    throw translated;
  }
  try {
    return work();
  } finally {
    lock.exec('ROLLBACK');
    lock.close();
  }
}
