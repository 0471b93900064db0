import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/storage/migrations/index.ts';
import { aWorld } from '../../app/a-world.ts';
import { contentsOf, dumpStore } from './dump-store.ts';
import { dumpPath } from './open-dump.ts';
import { writeEverything } from './write-everything.ts';

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;
const HINT = 'Run UPDATE_OLD_STORES=1 npx vitest run --project contract old-stores, and commit the file.';

it('keeps a dump of the newest version, with rows in every table, for those who come later', async () => {
  const world = aWorld();
  await writeEverything(world);
  const path = join(world.folder, 'throughline.db');
  const empty = Object.entries(contentsOf(path)).filter(([, rows]) => rows.length === 0);
  expect(empty.map(([table]) => table)).toEqual([]);
  const dump = dumpPath(NEWEST);
  // A dump that was committed stays as it is: it says what that version wrote then.
  if (process.env.UPDATE_OLD_STORES === '1' && !existsSync(dump)) {
    writeFileSync(dump, dumpStore(path).replaceAll(world.folder, '/home/ada'));
  }
  expect(existsSync(dump), HINT).toBe(true);
});
