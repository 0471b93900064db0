import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { digestsIn } from '../support/faults-bytes.ts';
import { type Home, scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { StdioClient } from '../support/stdio-client.ts';
import {
  asideOf,
  damageIn,
  runDoctorProgram as doctor,
  expectTrueCounts,
  FAILED,
  missingFrom,
  problems,
  rowsIn,
} from './doctor-home.ts';

const NOTES = 12;

const { home, keep } = scene();

/** A home whose process was killed, with everything it wrote still in the log. */
async function killedHome(): Promise<Home> {
  const place = home();
  const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
  for (let index = 0; index < NOTES; index += 1) {
    await client.facts('add_session_note', { summary: `Note ${index} ${'x'.repeat(500)}` });
  }
  await client.kill();
  expect(statSync(`${place.store}-wal`).size).toBeGreaterThan(0);
  return place;
}

const notesIn = async (place: Home) => {
  const client = keep(await StdioClient.open({ home: place.path, cwd: place.work }));
  const notes = await readNotes(client);
  await client.close();
  return notes;
};

it('moves a whole log of a killed process into the store and loses nothing', async () => {
  const place = await killedHome();
  const before = rowsIn(place.store);
  const digests = digestsIn(place.path);
  expect(await doctor(place)).toMatchObject({ code: 0 });
  expect(digestsIn(place.path)).toEqual(digests);
  const report = await doctor(place, '--repair');
  expect(report).toMatchObject({ code: 0 });
  expect(report.repairs.map(({ found }) => found)).toContain('Moved the log into the store.');
  expect(statSync(`${place.store}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  expect(rowsIn(place.store)).toEqual(before);
});

it('reports a truncated log, keeps a copy, and keeps every complete transaction', async () => {
  const place = await killedHome();
  truncateSync(`${place.store}-wal`, Math.floor(statSync(`${place.store}-wal`).size * 0.6));
  const cut = readFileSync(`${place.store}-wal`);
  const before = rowsIn(place.store);
  const report = await doctor(place);
  expect(report.code).toBe(0);
  expect(problems(report, 'log')).toMatchObject([
    { status: 'warning', fix: expect.stringContaining('--repair') },
  ]);

  const repaired = await doctor(place, '--repair');
  expect(repaired.code).toBe(0);
  expect(problems(repaired, 'log', 'integrity', 'text_index', 'counters', 'journal')).toEqual([]);
  const kept = readdirSync(place.path).find((name) => name.startsWith('store.db-wal.damaged-')) ?? '';
  expect(readFileSync(join(place.path, kept)).equals(cut)).toBe(true);
  expect(rowsIn(place.store)).toEqual(before);
  const notes = await notesIn(place);
  expect(notes.length).toBeGreaterThan(2);
  expect(notes.length).toBeLessThan(NOTES);
});

it('reports a log without its beginning, and keeps a copy before it is emptied', async () => {
  const place = await killedHome();
  const log = readFileSync(`${place.store}-wal`).fill(0, 0, 32);
  writeFileSync(`${place.store}-wal`, log);
  expect(problems(await doctor(place), 'log')).toMatchObject([{ status: 'warning' }]);
  expect((await doctor(place, '--repair')).code).toBe(0);
  const kept = readdirSync(place.path).find((name) => name.startsWith('store.db-wal.damaged-')) ?? '';
  expect(readFileSync(join(place.path, kept)).equals(log)).toBe(true);
});

it('recovers from the log what a missing store had', async () => {
  const place = await killedHome();
  const before = rowsIn(place.store);
  const log = readFileSync(`${place.store}-wal`);
  rmSync(place.store);
  const digests = digestsIn(place.path);
  expect(await doctor(place)).toMatchObject({ code: FAILED, status: 'error' });
  expect(digestsIn(place.path)).toEqual(digests);
  const report = await doctor(place, '--repair');
  expectTrueCounts(report, before);
  // What never was in the log is gone with the store, and nobody can say what that was.
  expect(report.code).toBe(FAILED);
  expect(report.repairs.at(-1)?.found).toContain('an unknown number lost');
  expect(damageIn(place.store)).toEqual([]);
  expect(missingFrom(rowsIn(place.store), before).filter(({ table }) => table === 'notes')).toEqual([]);
  const kept = readdirSync(place.path).find((name) => /^store\.db\.damaged-.*-wal$/.test(name)) ?? '';
  expect(readFileSync(join(place.path, kept)).equals(log)).toBe(true);
});

it('reads pages of the log in place of those of a truncated store', async () => {
  const place = await killedHome();
  const before = rowsIn(place.store);
  const log = readFileSync(`${place.store}-wal`);
  truncateSync(place.store, 4_096 * 3);
  expect((await doctor(place)).code).toBe(FAILED);
  const report = await doctor(place, '--repair');
  expectTrueCounts(report, before);
  // What never was in the log is gone with the store, and nobody can say what that was.
  expect(report.code).toBe(FAILED);
  expect(report.repairs.at(-1)?.found).toContain('an unknown number lost');
  expect(damageIn(place.store)).toEqual([]);
  expect(readFileSync(`${asideOf(place)}-wal`).equals(log)).toBe(true);
  expect(missingFrom(rowsIn(place.store), before).filter(({ table }) => table === 'notes')).toEqual([]);
  const elsewhere = join(dirname(place.path), 'elsewhere');
  mkdirSync(elsewhere);
  copyFileSync(place.store, join(elsewhere, 'store.db'));
  expect(await notesIn({ ...place, path: elsewhere })).toHaveLength(NOTES);
});
