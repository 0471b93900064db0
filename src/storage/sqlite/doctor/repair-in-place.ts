import { constants, copyFileSync } from 'node:fs';
import type { InPlaceRepair, SchemaDifference } from '../../../app/ports/doctor.ts';
import { digestOf } from '../../../domain/id.ts';
import type { Instant } from '../../../domain/instant.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import { Connection } from '../connection.ts';
import { translateError } from '../errors.ts';
import { damagedName } from '../file/store-files.ts';
import { schemaVersion } from '../migrate.ts';
import { rebuildTexts } from '../rebuild-texts.ts';
import { rebuildTextIndex, recount } from './derived-data.ts';
import { freshSchema } from './examine-schema.ts';

function recreateObjects(connection: Connection, differences: readonly SchemaDifference[]): void {
  const fresh = differences.length === 0 ? [] : freshSchema(schemaVersion(connection));
  for (const { kind, name, problem } of differences) {
    const made = fresh.find((object) => object.kind === kind && object.name === name);
    if (made === undefined) continue;
    if (problem === 'different') connection.exec(`DROP ${kind} "${name}"`);
    connection.exec(made.sql);
  }
}

function rewriteMigrations(connection: Connection, now: Instant): void {
  const reached = schemaVersion(connection);
  for (const { version, name, sqlite } of MIGRATIONS.filter((one) => one.version <= reached)) {
    connection.run`INSERT INTO schema_migrations (version, name, digest, applied_at)
      VALUES (${version}, ${name}, ${digestOf(sqlite)}, ${now})
      ON CONFLICT (version) DO UPDATE SET name = excluded.name, digest = excluded.digest`;
  }
}

/** What is derived is made again in one transaction; closing moves the log into the store. */
export function repairInPlace(
  path: string,
  { indexes, areCountersWrong, differences, areMigrationsWrong, searchTexts, keepsLog }: InPlaceRepair,
  now: Instant,
): string | null {
  try {
    const log = `${path}-wal`;
    const kept = keepsLog ? damagedName(log, now) : null;
    if (kept !== null) copyFileSync(log, kept, constants.COPYFILE_EXCL);
    const connection = new Connection({ path, busyTimeoutMs: 5_000 });
    try {
      connection.transaction(() => {
        recreateObjects(connection, differences);
        if (searchTexts.length > 0) rebuildTexts(connection, searchTexts);
        for (const name of searchTexts.length > 0 ? new Set([...indexes, 'texts_text']) : indexes)
          rebuildTextIndex(connection, name);
        if (areCountersWrong) recount(connection);
        if (areMigrationsWrong) rewriteMigrations(connection, now);
      });
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      connection.close();
    }
    return kept;
  } catch (error) {
    throw translateError(error, path);
  }
}
