import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { listBackups } from '../../src/storage/sqlite/backup/backup-files.ts';
import { type Home, scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { makeOldStore, OLD_SUMMARY } from '../support/faults-old-store.ts';
import { findDamage, rowsOf } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

const PROCESSES = 10;

const { home, keep } = scene();

/** Starts them all before any has answered, and has each write one note. */
async function startTogether({ path, work }: Home): Promise<string[]> {
  const clients = Array.from({ length: PROCESSES }, () =>
    StdioClient.open({ home: path, cwd: work }).then(keep),
  );
  return Promise.all(
    clients.map(async (opening, index) => {
      const client = await opening;
      const summary = `process ${index} is here`;
      await client.facts('add_session_note', { summary });
      return summary;
    }),
  );
}

const appliedVersions = (store: string) =>
  rowsOf(store, 'SELECT version FROM schema_migrations ORDER BY version').map(({ version }) => version);

const KNOWN_VERSIONS = MIGRATIONS.map(({ version }) => version);
const leftovers = (path: string) => readdirSync(path).filter((name) => name.includes('.new-'));

it('lets one of ten processes that start at once create the store, and all of them use it', async () => {
  const place = home();
  const written = await startTogether(place);
  const reader = keep(await StdioClient.open({ home: place.path, cwd: place.work }));

  expect((await readNotes(reader)).sort()).toEqual(written.sort());
  expect(appliedVersions(place.store)).toEqual(KNOWN_VERSIONS);
  expect(listBackups(place.store)).toEqual([]);
  expect(leftovers(place.path)).toEqual([]);
  expect(findDamage(place.store)).toEqual([]);
});

it('lets one of ten processes that start at once migrate an old store, with one copy of it as it was', async () => {
  const place = home();
  await makeOldStore(place.store);
  const written = await startTogether(place);
  const reader = keep(await StdioClient.open({ home: place.path, cwd: place.work }));

  expect((await readNotes(reader)).sort()).toEqual([OLD_SUMMARY, ...written].sort());
  expect(appliedVersions(place.store)).toEqual(KNOWN_VERSIONS);
  const found = await reader.facts('get_sessions', { query: 'migration' });
  expect(found.sessions.map(({ session_id }: { session_id: string }) => session_id)).toEqual(['ses_old']);
  expect(leftovers(place.path)).toEqual([]);
  const [copy, ...others] = listBackups(place.store);
  expect(others).toEqual([]);
  expect(copy?.reason).toBe('before-migration');
  const path = copy?.path ?? '';
  expect(appliedVersions(path)).toEqual([1]);
  expect(rowsOf(path, 'SELECT summary FROM notes')).toEqual([{ summary: OLD_SUMMARY }]);
  expect(findDamage(place.store)).toEqual([]);
});
