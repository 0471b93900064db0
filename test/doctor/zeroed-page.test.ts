import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import type { Home } from '../support/faults-home.ts';
import { makeOldStore, OLD_SUMMARY } from '../support/faults-old-store.ts';
import { runCommand } from '../support/faults-run.ts';
import { numberOf, rowsOf, withDatabase } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';
import {
  alter,
  asideOf,
  damageIn,
  doctor,
  doctorScene,
  expectTrueCounts,
  FAILED,
  imageOf,
  isLossy,
  type Missing,
  missingFrom,
  onCopy,
  PAGE,
  problems,
  rowsIn,
} from './doctor-home.ts';

const { home, keep, filledHome } = doctorScene();

const pageAt = (store: string, number: number) =>
  readFileSync(store).subarray((number - 1) * PAGE, number * PAGE);

function zero(store: string, number: number): Buffer {
  const bytes = readFileSync(store);
  const lost = Buffer.from(bytes.subarray((number - 1) * PAGE, number * PAGE));
  writeFileSync(store, bytes.fill(0, (number - 1) * PAGE, number * PAGE));
  return lost;
}

const rootOf = (store: string, name: string) =>
  onCopy(store, (copy) => numberOf(copy, `SELECT rootpage FROM sqlite_master WHERE name = '${name}'`));

/** The page of a kind that holds these words. */
function pageWith(store: string, words: string, isOfKind: (page: Buffer) => boolean): number {
  const bytes = readFileSync(store);
  for (let at = bytes.indexOf(words); at !== -1; at = bytes.indexOf(words, at + 1)) {
    const number = Math.floor(at / PAGE) + 1;
    if (isOfKind(bytes.subarray((number - 1) * PAGE, number * PAGE))) return number;
  }
  throw new Error(`no page with ${words}`);
}

const INNER = 0x05;

const isLeaf = (page: Buffer) => page[0] === 0x0d;
const isLeafOfNotes = (page: Buffer) => isLeaf(page) && page.includes('charactersPresent');
/** Kind and id stand side by side in such a row. */
const isLeafOfTexts = (page: Buffer) => isLeaf(page) && page.includes('notenot_');
/** Pages of long texts begin with the number of the next one. */
const isContinued = (page: Buffer) => page[0] === 0 && page.readUInt32BE(0) > 0;
const isLastOfText = (page: Buffer) => page.readUInt32BE(0) === 0;

/** A row was on a page if the page shows its key, or if it was too long for one page. */
const wasOn =
  (page: Buffer) =>
  ({ row }: Missing): boolean => {
    const key = row.id ?? row.record_id ?? row.key ?? row.stream ?? row.session_id ?? '';
    return page.includes(String(key)) || JSON.stringify(row).length > PAGE;
  };

const HOMES: readonly (readonly [name: string, find: (store: string) => number, canLose: boolean])[] = [
  ['a leaf of notes in the middle', (s) => pageWith(s, 'Note 3.2 ', isLeafOfNotes), true],
  ['a leaf of what is searched beside records', (s) => pageWith(s, 'Note 3.2 ', isLeafOfTexts), true],
  ['a leaf of records in the middle', (s) => pageWith(s, 'Decision 3.12 ', isLeaf), true],
  ['the middle of a long text', (s) => pageWith(s, 'n'.repeat(200), isContinued), true],
  ['the end of a long text', (s) => pageWith(s, 'n'.repeat(200), isLastOfText), true],
  ['the only page of projects', (s) => rootOf(s, 'projects'), true],
  ['the inner page above all records', (s) => rootOf(s, 'records'), false],
  ['the inner page above the whole journal', (s) => rootOf(s, 'journal'), false],
  ['a page of an index', (s) => rootOf(s, 'sessions_by_age'), false],
  ['the inner page above all that is searched beside records', (s) => rootOf(s, 'texts'), false],
  ['the root of the text index', (s) => rootOf(s, 'records_text_data'), false],
  ['the root of the other text index', (s) => rootOf(s, 'texts_text_data'), false],
  ['the first page', () => 1, false],
];

async function repair(place: Home) {
  const damaged = readFileSync(place.store);
  const report = await doctor(place, '--repair');
  expect(report.repairs.at(-1)?.status).toBe(isLossy(report) ? 'error' : 'ok');
  expect(report.code).toBe(isLossy(report) ? FAILED : 0);
  expect(readFileSync(asideOf(place)).equals(damaged)).toBe(true);
  expect(damageIn(place.store)).toEqual([]);
  expect((await doctor(place, '--full')).status).not.toBe('error');
  return report;
}

describe.each(HOMES)('a store of which %s is zeroed', (_, find, canLose) => {
  it('is reported as damaged and not changed; --repair recovers every row that was not on that page', async () => {
    const place = filledHome();
    const before = rowsIn(place.store);
    const page = zero(place.store, find(place.store));
    const image = imageOf(place.path);

    const report = await doctor(place);
    expect(report.code).toBe(FAILED);
    expect(problems(report, 'integrity')).toMatchObject([
      { status: 'error', fix: expect.stringContaining('--repair') },
    ]);
    expect(imageOf(place.path)).toEqual(image);

    const repaired = await repair(place);
    const { repairs } = repaired;
    expect(isLossy(repaired)).toBe(canLose);
    const missing = missingFrom(rowsIn(place.store), before);
    expect(missing.filter((one) => !wasOn(page)(one))).toEqual([]);
    if (canLose) expect(missing.length).toBeGreaterThan(0);
    else expect(missing).toEqual([]);
    for (const { table, saved, lost, counted } of repairs.at(-1)?.tables ?? []) {
      const gone = missing.filter((one) => one.table === table).length;
      if (table !== 'projects')
        expect({ table, saved, lost, counted }).toEqual({
          table,
          saved: (before[table]?.length ?? 0) - gone,
          lost: gone,
          counted: 'exactly',
        });
    }
    const { stdout, code } = await runCommand(place, 'boot', '--project', 'project 1');
    expect(code).toBe(0);
    expect(stdout).toContain('Never change the public AST');
  });
});

it('finds inner pages where the list of homes expects them', () => {
  const { store } = filledHome();
  for (const table of ['records', 'texts', 'journal'])
    expect(pageAt(store, rootOf(store, table))[0]).toBe(INNER);
});

const sessionsSaying = async (place: Home, query: string) => {
  const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
  const { sessions } = await client.facts('get_sessions', { query });
  await client.close();
  return sessions;
};

it('finds notes whose search texts were lost', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec(`UPDATE notes SET title = 'A wyvern', digest = NULL WHERE summary LIKE 'Note 3.2 %'`),
  );
  zero(place.store, pageWith(place.store, 'Note 3.2 ', isLeafOfTexts));
  await repair(place);
  expect(await sessionsSaying(place, 'wyvern')).toHaveLength(1);
});

it('still finds the texts of notes whose own rows were lost', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec(`UPDATE texts SET content = 'A griffon', digest = NULL WHERE content LIKE 'Note 3.2 %'`),
  );
  zero(place.store, pageWith(place.store, 'Note 3.2 ', isLeafOfNotes));
  await repair(place);
  expect(await sessionsSaying(place, 'griffon')).toHaveLength(1);
});

it('keeps the texts of turns, which only search has', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec(`INSERT INTO texts (workspace, project_id, session_id, kind, ref, part, at, who, is_secret, content, pieces)
      SELECT workspace, project_id, id, 'turn', id, 1, started_at, 'agent', 0, 'The manticore is fed.', '' FROM sessions LIMIT 1`),
  );
  const before = rowsIn(place.store);
  zero(place.store, rootOf(place.store, 'texts'));
  await repair(place);
  expect(missingFrom(rowsIn(place.store), before)).toEqual([]);
  const found = "SELECT count(*) FROM texts_text WHERE texts_text MATCH 'manticore'";
  expect(onCopy(place.store, (copy) => numberOf(copy, found))).toBe(1);
});

it('recovers all readable rows when many pages are lost', async () => {
  const place = filledHome();
  const before = rowsIn(place.store);
  const count = readFileSync(place.store).length / PAGE;
  const pages = Array.from({ length: Math.floor(count / 9) }, (_, index) => zero(place.store, 9 * index + 5));
  expect((await doctor(place)).code).toBe(FAILED);
  expectTrueCounts(await repair(place), before);
  const missing = missingFrom(rowsIn(place.store), before);
  expect(missing.filter((one) => !pages.some((page) => wasOn(page)(one)))).toEqual([]);
});

it('restores nothing that was deleted before the damage', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec('PRAGMA secure_delete = OFF; DELETE FROM journal WHERE position > 40'),
  );
  const deleted = /"digest":"sha256:[0-9a-f]+"/g;
  const before = rowsIn(place.store);
  const live = new Set(JSON.stringify(before).replaceAll('\\', '').match(deleted));
  const stale =
    readFileSync(place.store, 'latin1')
      .match(deleted)
      ?.filter((digest) => !live.has(digest)) ?? [];
  expect(stale.length).toBeGreaterThan(10);
  zero(place.store, rootOf(place.store, 'journal'));
  zero(place.store, rootOf(place.store, 'records'));
  await repair(place);
  const after = rowsIn(place.store);
  expect(missingFrom(after, { ...before, journal: [] })).toEqual([]);
  expect(missingFrom(before, after)).toEqual([]);
});

it('recovers a damaged store of the first version into one of the newest version', async () => {
  const place = home();
  const { store } = home();
  await makeOldStore(store);
  withDatabase(store, (database) => database.exec(`VACUUM INTO '${place.store}'`));
  const before = rowsIn(place.store);
  zero(place.store, rootOf(place.store, 'sessions_by_age'));
  await repair(place);
  expect(missingFrom(rowsIn(place.store), before)).toEqual([]);
  expect(onCopy(place.store, (copy) => numberOf(copy, 'SELECT max(version) FROM schema_migrations'))).toBe(
    MIGRATIONS.length,
  );
  const { stdout } = await runCommand(place, 'session', 'list', '--project', 'old', '--json');
  expect(stdout).toContain(OLD_SUMMARY);
});

it('never reuses a position of the journal, even where its end is lost', async () => {
  const place = filledHome();
  const last = onCopy(place.store, (copy) => numberOf(copy, 'SELECT max(position) FROM journal'));
  const stream = onCopy(place.store, (copy) =>
    String(rowsOf(copy, `SELECT data FROM journal WHERE position = ${last}`)[0]?.data),
  );
  zero(place.store, pageWith(place.store, stream, isLeaf));
  await repair(place);
  const numbers = onCopy(place.store, (copy) => [
    numberOf(copy, 'SELECT max(position) FROM journal'),
    numberOf(copy, "SELECT seq FROM sqlite_sequence WHERE name = 'journal'"),
  ]);
  expect(numbers[0]).toBeLessThan(last);
  expect(numbers[1]).toBe(last);
});

it('sets a rollback journal aside with the damaged store, because SQLite would play it back into the new one', async () => {
  const place = filledHome();
  zero(place.store, rootOf(place.store, 'sessions_by_age'));
  const journal = Buffer.alloc(PAGE);
  writeFileSync(`${place.store}-journal`, journal, { mode: 0o600 });
  await repair(place);
  expect(existsSync(`${place.store}-journal`)).toBe(false);
  expect(readFileSync(`${asideOf(place)}-journal`).equals(journal)).toBe(true);
});
