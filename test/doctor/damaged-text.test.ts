import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/faults-run.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { alter, doctor, doctorScene, FAILED, imageOf, problems, rowsIn } from './doctor-home.ts';

const { keep, filledHome } = doctorScene();

const KINDS = [
  ['record', /^The record rec_\w+ is damaged/, "UPDATE records SET content = 'x' || content WHERE seq = 3"],
  ['subject', /^The record rec_\w+ is damaged/, "UPDATE records SET subject = 'other' WHERE seq = 3"],
  ['note', /^The note not_\w+ is damaged/, "UPDATE notes SET summary = 'x' || summary WHERE seq = 3"],
  ['turn', /^The turn ses_\w+ turn \d+ is damaged/, "UPDATE turns SET what = 'x' || what WHERE rowid = 3"],
] as const;

describe.each(KINDS)('a store with a damaged %s', (_, found, sql) => {
  it('is reported by kind and id, and no repair changes the row', async () => {
    const place = filledHome();
    alter(place.store, (database) => database.exec(sql));
    const rows = rowsIn(place.store);
    const image = imageOf(place.path);
    const report = await doctor(place);
    expect(report.code).toBe(FAILED);
    expect(problems(report, 'checksums')).toMatchObject([
      { status: 'error', found: expect.stringMatching(found), fix: expect.stringContaining('backup') },
    ]);
    expect(imageOf(place.path)).toEqual(image);
    expect(problems(await doctor(place, '--repair'), 'checksums')).toHaveLength(1);
    expect(rowsIn(place.store)).toEqual(rows);
  });
});

it('names every damaged item besides one with a zeroed text', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec(`UPDATE records SET content = x'ff00fe' WHERE seq = 2;
      UPDATE records SET content = 'x' || content WHERE seq = 3;
      UPDATE records SET tags = '[' WHERE seq = 4;
      UPDATE notes SET summary = 'x' || summary WHERE seq = 3`),
  );
  const idsIn = (table: string, ...places: number[]) =>
    places.map((seq) => rowsIn(place.store)[table]?.find((row) => row.seq === seq)?.id);
  const report = await doctor(place);
  expect(report.code).toBe(FAILED);
  expect(problems(report, 'integrity')).toMatchObject([
    { found: expect.stringContaining('1 of records are torn'), fix: expect.stringContaining('--repair') },
  ]);
  const found = (check: string) => problems(report, check).map((finding) => finding.found.split(' ')[2]);
  expect(found('checksums').sort()).toEqual([...idsIn('records', 2, 3, 4), ...idsIn('notes', 3)].sort());
  expect(found('json')).toEqual(idsIn('records', 4));
});

it.each([
  ['record', /^The record rec_\w+ is damaged: tags /, "UPDATE records SET tags = '[' WHERE seq = 3"],
  ['handoff', /^The handoff hnd_\w+ is damaged: body /, "UPDATE handoffs SET body = '{' WHERE rowid = 3"],
])('names a %s with a column that is no JSON any more, and leaves it as it is', async (_, found, sql) => {
  const place = filledHome();
  expect(problems(await doctor(place), 'json')).toEqual([]);
  alter(place.store, (database) => database.exec(sql));
  const rows = rowsIn(place.store);
  const report = await doctor(place, '--repair');
  expect(report.code).toBe(FAILED);
  expect(problems(report, 'json')).toMatchObject([
    { status: 'error', found: expect.stringMatching(found), fix: expect.stringContaining('backup') },
  ]);
  expect(rowsIn(place.store)).toEqual(rows);
});

it('finds a damaged capture by the checksums of its facts and of its content', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec(`INSERT INTO captures (workspace, id, project_id, session_id, at, reason, bytes, body, content, digest, facts_digest)
      SELECT workspace, 'cap_content', project_id, id, started_at, 'asked', 1, '{}', 'x', 'sha256:0', NULL FROM sessions LIMIT 1;
      INSERT INTO captures (workspace, id, project_id, session_id, at, reason, bytes, body, content, digest, facts_digest)
      SELECT workspace, 'cap_facts', project_id, id, started_at, 'asked', 1, '{}', 'x', NULL, 'sha256:0' FROM sessions LIMIT 1`),
  );
  const found = problems(await doctor(place), 'checksums').map((finding) => finding.found.split(' is ')[0]);
  expect(found.sort()).toEqual(['The capture cap_content', 'The capture cap_facts']);
});

it('rebuilds a damaged search text from its source', async () => {
  const place = filledHome();
  const before = rowsIn(place.store).texts?.map(({ content }) => content);
  alter(place.store, (database) =>
    database.exec(`UPDATE texts SET content = 'entirely other words' WHERE kind = 'note' AND seq IN (2, 3)`),
  );
  expect(problems(await doctor(place), 'checksums')).toHaveLength(2);
  const repaired = await doctor(place, '--repair');
  expect(repaired.repairs.map((repair) => repair.found)).toContain(
    'Made 2 search texts again from the stored texts.',
  );
  expect(repaired.code).toBe(0);
  expect(
    rowsIn(place.store)
      .texts?.map(({ content }) => content)
      .sort(),
  ).toEqual(before?.sort());
  const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
  const { sessions } = await client.facts('get_sessions', { query: 'entirely' });
  expect(sessions).toHaveLength(0);
});

it('deletes a damaged record on request, after which the store is healthy', async () => {
  const place = filledHome();
  alter(place.store, (database) =>
    database.exec("UPDATE records SET content = 'x' || content WHERE seq = 3"),
  );
  const [finding] = problems(await doctor(place), 'checksums');
  const id = /rec_\w+/.exec(finding?.found ?? '')?.[0] ?? '';
  expect(finding?.fix).toContain(`throughline forget ${id}`);
  expect((await runCommand(place, 'forget', id, '--yes')).code).toBe(0);
  expect(problems(await doctor(place), 'checksums')).toEqual([]);
});
