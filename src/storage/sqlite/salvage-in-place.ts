import { constants, copyFileSync } from 'node:fs';
import type { Mending } from '../../app/ports/doctor.ts';
import type { Instant } from '../../domain/instant.ts';
import { Connection } from './connection.ts';
import { translateError } from './errors.ts';
import { rebuildTextIndex, recount } from './salvage-derived.ts';
import { damagedName } from './salvage-place.ts';

/** What is derived is made again in one transaction; closing moves the log into the store. */
export function mendStore(
  path: string,
  { indexes, areCountersWrong, keepsLog }: Mending,
  now: Instant,
): string | null {
  try {
    const log = `${path}-wal`;
    const kept = keepsLog ? damagedName(log, now) : null;
    if (kept !== null) copyFileSync(log, kept, constants.COPYFILE_EXCL);
    const connection = new Connection({ path, busyTimeoutMs: 5_000 });
    try {
      if (indexes.length > 0 || areCountersWrong) {
        connection.transaction(() => {
          for (const name of indexes) rebuildTextIndex(connection, name);
          if (areCountersWrong) recount(connection);
        });
      }
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      connection.close();
    }
    return kept;
  } catch (error) {
    throw translateError(error, path);
  }
}
