import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../src/domain/id.ts';
import type { Row } from '../../src/storage/sqlite/driver.ts';
import { runCommand } from '../support/faults-run.ts';
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
  problems,
  rowsIn,
} from './doctor-home.ts';

const { keep, filledHome } = doctorScene();

const altered = (sql: string) => {
  const place = filledHome();
  alter(place.store, (database) => database.exec(`PRAGMA foreign_keys = OFF; ${sql}`));
  return place;
};

const MENDED: readonly (readonly [what: string, sql: string, names: readonly string[]])[] = [
  ['a trigger dropped', 'DROP TRIGGER records_text_insert', ['trigger records_text_insert']],
  [
    'all triggers of a text index dropped, and a row written meanwhile',
    `DROP TRIGGER records_text_insert; DROP TRIGGER records_text_update; DROP TRIGGER records_text_delete;
     UPDATE records SET content = 'entirely other words', digest = '${digestOf('entirely other words')}' WHERE seq = 3`,
    ['trigger records_text_insert', 'trigger records_text_update', 'trigger records_text_delete'],
  ],
  [
    'the triggers of texts dropped, and a text deleted meanwhile',
    'DROP TRIGGER texts_text_insert; DROP TRIGGER texts_text_delete; DELETE FROM texts WHERE seq = 3',
    ['trigger texts_text_insert', 'trigger texts_text_delete'],
  ],
  ['what a text index reads gone', 'DROP VIEW record_texts', ['view record_texts']],
  [
    'what the text indexes read gone, with a trigger',
    'DROP VIEW record_texts; DROP VIEW text_rows; DROP TRIGGER records_text_insert',
    ['view record_texts', 'view text_rows', 'trigger records_text_insert'],
  ],
  [
    'what a text index reads showing something else',
    'DROP VIEW text_rows; CREATE VIEW text_rows AS SELECT who, content FROM texts',
    ['view text_rows'],
  ],
  [
    'indexes dropped',
    'DROP INDEX records_live; DROP INDEX journal_by_stream',
    ['index records_live', 'index journal_by_stream'],
  ],
  [
    'an index of other columns',
    'DROP INDEX records_live; CREATE INDEX records_live ON records (workspace)',
    ['index records_live'],
  ],
  [
    'a trigger that does something else',
    'DROP TRIGGER records_text_delete; CREATE TRIGGER records_text_delete AFTER DELETE ON records BEGIN SELECT 1; END',
    ['trigger records_text_delete'],
  ],
];

describe.each(MENDED)('a store with %s', (_, sql, names) => {
  it('is reported by name, not changed without --repair, and repaired in place', async () => {
    const place = altered(sql);
    const rows = rowsIn(place.store);
    const image = imageOf(place.path);
    const report = await doctor(place);
    expect(report.code).toBe(FAILED);
    const reported = problems(report, 'schema');
    expect(reported.map(({ status }) => status)).toEqual(names.map(() => 'error'));
    for (const name of names)
      expect(reported).toContainEqual(
        expect.objectContaining({
          found: expect.stringContaining(name),
          fix: expect.stringContaining('--repair'),
        }),
      );
    expect(imageOf(place.path)).toEqual(image);

    const repaired = await doctor(place, '--repair');
    for (const name of names)
      expect(repaired.repairs).toContainEqual(
        expect.objectContaining({ found: `Created the ${name} again.`, status: 'ok' }),
      );
    const rebuilt = repaired.repairs.filter(({ found }) => found.startsWith('Built the text index'));
    const views = names.filter((name) => name.startsWith('view')).length;
    expect(rebuilt).toHaveLength(names.join().includes('trigger') ? 2 : views);
    expect(repaired).toMatchObject({ code: 0, status: 'note' });
    expect(damageIn(place.store)).toEqual([]);
    expect(rowsIn(place.store)).toEqual(rows);
  });
});

it('rebuilds the text index with its triggers, so that rows written without them are found', async () => {
  const place = altered(
    "DROP TRIGGER records_text_update; UPDATE records SET content = 'entirely other words' WHERE seq = 3",
  );
  await doctor(place, '--repair');
  const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
  expect((await client.facts('get_sessions', { query: 'entirely' })).sessions).toHaveLength(1);
});

const SALVAGED: readonly (readonly [what: string, sql: string, gone: readonly string[]])[] = [
  ['a table gone', 'DROP TABLE turns', ['turns']],
  ['an index and a table gone', 'DROP INDEX records_live; DROP TABLE notes', ['notes']],
  ['its counters gone', 'DROP TABLE record_counts', []],
  ['a text index gone', 'DROP TABLE texts_text', []],
  ['a column too many', "ALTER TABLE handoffs ADD COLUMN mood TEXT NOT NULL DEFAULT 'fine'", []],
  ['a column missing', 'ALTER TABLE sessions DROP COLUMN transcript_path', []],
  ['its list of migrations gone', 'DROP TABLE schema_migrations', []],
];

describe.each(SALVAGED)('a store with %s', (_, sql, gone) => {
  it('is reported, and recovered into a new store with every row of the other tables', async () => {
    const whole = filledHome();
    const before = rowsIn(whole.store);
    const place = altered(sql);
    const image = imageOf(place.path);
    const report = await doctor(place);
    expect(report.code).toBe(FAILED);
    expect(problems(report, 'schema', 'integrity')).toContainEqual(
      expect.objectContaining({
        status: 'error',
        fix: expect.stringContaining('renames the damaged file without changing it'),
      }),
    );
    for (const name of gone)
      expect(problems(report, 'schema').map(({ found }) => found)).toContain(`The table ${name} is gone.`);
    expect(imageOf(place.path)).toEqual(image);

    const repaired = await doctor(place, '--repair');
    expect(repaired.code).toBe(gone.length > 0 ? FAILED : 0);
    expectTrueCounts(repaired, before);
    for (const name of gone)
      expect(repaired.repairs.at(-1)?.found).toContain(`${name} 0 (an unknown number lost)`);
    expect(damageIn(place.store)).toEqual([]);
    const { transcript_path: _path, ...session } = before.sessions?.[0] ?? {};
    const after = rowsIn(place.store);
    expect(after.sessions?.[0]).toMatchObject(session);
    for (const [table, rows] of Object.entries(before))
      expect([table, after[table]?.length]).toEqual([table, gone.includes(table) ? 0 : rows.length]);
    expect(asideOf(place)).toBeTruthy();
    expect((await doctor(place, '--full')).code).toBe(0);
  });
});

it('rebuilds a missing table of search texts from the notes', async () => {
  const place = filledHome();
  const before = rowsIn(place.store);
  alter(place.store, (database) => database.exec('DROP TABLE texts'));
  expect(problems(await doctor(place), 'schema').map(({ found }) => found)).toContain(
    'The table texts is gone.',
  );
  const repaired = await doctor(place, '--repair');
  expect(repaired.code).toBe(FAILED);
  expect(repaired.repairs.at(-1)?.found).toContain('texts 0 (an unknown number lost)');
  expect(damageIn(place.store)).toEqual([]);
  const words = (rows: readonly Row[] | undefined) => rows?.map(({ seq, content }) => [seq, content]);
  expect(words(rowsIn(place.store).texts)).toEqual(words(before.texts));
  expect((await doctor(place, '--full')).code).toBe(0);
});

it('warns of a wrong list of migrations, and corrects it', async () => {
  const place = altered(
    "UPDATE schema_migrations SET digest = 'sha256:other' WHERE version = 2; DELETE FROM schema_migrations WHERE version = 1",
  );
  const report = await doctor(place);
  expect(problems(report, 'schema')).toMatchObject([
    { status: 'warning', found: expect.stringContaining('Migration 1 ') },
    { status: 'warning', found: expect.stringContaining('Migration 2 ') },
  ]);
  expect(await doctor(place, '--repair')).toMatchObject({ code: 0, status: 'note' });
});

it('reports objects that no migration makes with a fix, and never changes them', async () => {
  const place = altered(
    'CREATE TABLE songs (title TEXT); CREATE TRIGGER sing AFTER INSERT ON notes BEGIN SELECT 1; END',
  );
  const image = imageOf(place.path);
  const report = await doctor(place, '--repair');
  expect(report.repairs).toEqual([]);
  expect(problems(report, 'schema')).toMatchObject([
    { status: 'note', found: expect.stringContaining('table songs'), fix: expect.stringContaining('DROP') },
    {
      status: 'warning',
      found: expect.stringContaining('trigger sing'),
      fix: expect.stringContaining('DROP'),
    },
  ]);
  // On a slow machine the log beside the store may stay. It is empty then, and nothing else was added.
  const { 'store.db-shm': _, 'store.db-wal': log, ...rest } = imageOf(place.path);
  expect(rest).toEqual(image);
  if (log !== undefined) expect(log).toMatch(/^\d+ \d+ 0 /);
});

it.each(['-journal', '-wal', '-shm'])('names a folder at the path of store.db%s', async (part) => {
  const place = filledHome();
  mkdirSync(`${place.store}${part}`, { mode: 0o700 });
  const image = imageOf(place.path);
  for (const flags of [[], ['--repair']]) {
    const report = await doctor(place, ...flags);
    expect(report.code).toBe(FAILED);
    expect(problems(report, 'store')).toMatchObject([
      {
        status: 'error',
        found: expect.stringContaining(`${place.store}${part} is not a file`),
        fix: expect.stringContaining('Move it away'),
      },
    ]);
  }
  expect(imageOf(place.path)).toEqual(image);
});

it.each([
  ['DROP TABLE turns', ['end', '--project', 'project 1', '--checkpoint', 'The lights are red.']],
  ['DROP TABLE journal', ['remember', 'The lights are red.', '--project', 'project 1']],
  ['DROP TABLE notes', ['session', 'list', '--project', 'project 1']],
  ['DROP TABLE records', ['search', 'lights', '--project', 'project 1']],
  ['DROP TABLE schema_migrations', ['boot', '--project', 'project 1']],
])('after %s a command refuses with a code and sends to the doctor', async (sql, words) => {
  const place = altered(sql);
  const { code, stderr } = await runCommand(place, ...words, '--json');
  expect(code).toBe(FAILED);
  expect(JSON.parse(stderr)).toMatchObject({
    kind: 'unavailable',
    code: 'store_damaged',
    hint: expect.stringContaining('throughline doctor'),
  });
});
