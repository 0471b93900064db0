import { describe, expect, it } from 'vitest';
import { digestOf } from '../../src/domain/id.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { alter, damageIn, doctor, doctorScene, FAILED, imageOf, problems, rowsIn } from './doctor-home.ts';

const { keep, filledHome } = doctorScene();

const triggerOf = (name: string) => `SELECT sql FROM sqlite_master WHERE name = '${name}'`;

type Step = Parameters<typeof alter>[1];

/** Runs some SQL as if a trigger were not there. */
const without =
  (trigger: string, sql: string): Step =>
  (database) => {
    const made = String(database.prepare(triggerOf(trigger)).get()?.sql);
    database.exec(`DROP TRIGGER ${trigger}; ${sql}; ${made}`);
  };

const unguarded =
  (sql: string): Step =>
  (database) => {
    database.enableDefensive?.(false);
    database.exec(sql);
  };

const COLUMNS = `workspace, project_id, session_id, handoff_id, type, category, importance, content, units, digest, subject,
  state, source, position, worktree, branch, created_at, occurred_at, updated_at, version, tags, aliases, supersedes,
  superseded_by, resolved_at, resolution, expires_at`;

const HOMES: readonly (readonly [name: string, check: string, step: Step])[] = [
  [
    'a record that never reached the text index',
    'text_index',
    without(
      'records_text_insert',
      `INSERT INTO records (id, ${COLUMNS}) SELECT 'rec_unindexed', ${COLUMNS} FROM records LIMIT 1;
       UPDATE record_counts SET count = (SELECT count(*) FROM records r WHERE r.workspace = record_counts.workspace
         AND r.project_id = record_counts.project_id AND r.type = record_counts.type AND r.state = record_counts.state)`,
    ),
  ],
  [
    'a record whose words changed without the text index',
    'text_index',
    without(
      'records_text_update',
      `UPDATE records SET content = 'entirely other words', digest = '${digestOf('entirely other words')}' WHERE seq = 3`,
    ),
  ],
  [
    'a record that was moved without the text index',
    'text_index',
    without('records_text_update', "UPDATE records SET category = 'general' WHERE seq = 3"),
  ],
  [
    'a text that was taken away without the text index',
    'text_index',
    without('texts_text_delete', 'DELETE FROM texts WHERE seq = 3'),
  ],
  [
    'entries of the text index deleted',
    'text_index',
    unguarded('DELETE FROM records_text_data WHERE id > 10'),
  ],
  ['the text index emptied', 'text_index', unguarded('DELETE FROM texts_text_data')],
  [
    'rows of the text index that point nowhere',
    'text_index',
    unguarded("INSERT INTO texts_text_docsize VALUES (9999, x'')"),
  ],
  [
    'a counter too high',
    'counters',
    (database) => database.exec('UPDATE record_counts SET count = count + 1 WHERE rowid = 2'),
  ],
  ['counters missing', 'counters', (database) => database.exec('DELETE FROM record_counts WHERE rowid > 3')],
];

describe.each(HOMES)('a store with %s', (_, check, step) => {
  it('is reported by name, not changed without --repair, and repaired without changing a row', async () => {
    const place = filledHome();
    alter(place.store, step);
    const rows = rowsIn(place.store);
    const image = imageOf(place.path);

    const report = await doctor(place);
    expect(report.code).toBe(FAILED);
    expect(problems(report, 'integrity', 'text_index', 'counters')).toMatchObject([
      { check, status: 'error', fix: expect.stringContaining('--repair') },
    ]);
    expect(imageOf(place.path)).toEqual(image);

    const repaired = await doctor(place, '--repair');
    expect(repaired.code).toBe(0);
    expect(problems(repaired, 'integrity', 'text_index', 'counters')).toEqual([]);
    expect(damageIn(place.store)).toEqual([]);
    expect(rowsIn(place.store)).toEqual(rows);
  });
});

it('saves the rows of a store whose text index cannot even be opened', async () => {
  const place = filledHome();
  alter(place.store, unguarded('DELETE FROM records_text_config'));
  const rows = rowsIn(place.store);
  expect(problems(await doctor(place), 'integrity')).toMatchObject([{ status: 'error' }]);
  expect((await doctor(place, '--repair')).code).toBe(0);
  expect(damageIn(place.store)).toEqual([]);
  expect(rowsIn(place.store)).toEqual(rows);
});

it('finds by search what the stale index missed', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec("UPDATE texts SET content = 'entirely other words', digest = NULL WHERE seq = 3"),
  );
  await doctor(place, '--repair');
  const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
  const { sessions } = await client.facts('get_sessions', { query: 'entirely' });
  expect(sessions).toHaveLength(1);
});

it('warns of a session whose state differs from its journal, and changes neither', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec(
      "UPDATE sessions SET title = 'somebody else' WHERE rowid = 2; DELETE FROM journal WHERE type = 'session.ended' AND position < 60",
    ),
  );
  const rows = rowsIn(place.store);
  const report = await doctor(place, '--repair');
  expect(report.code).toBe(0);
  expect(problems(report, 'journal')).toMatchObject([
    { status: 'warning', found: expect.stringContaining('ses_') },
  ]);
  expect(rowsIn(place.store)).toEqual(rows);
});
