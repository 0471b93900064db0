import { readFileSync, readlinkSync, renameSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  alter,
  asideOf,
  damageIn,
  doctor,
  doctorScene,
  expectTrueCounts,
  FAILED,
  isLossy,
  missingFrom,
  PAGE,
  rowsIn,
} from './doctor-home.ts';

const { filledHome } = doctorScene();

const savedOf = ({ repairs }: Awaited<ReturnType<typeof doctor>>, table: string) =>
  repairs.at(-1)?.tables?.find((one) => one.table === table);

it.each([0.1, 0.27, 0.5, 0.8, 0.99])(
  'a store cut to %f of its length is saved with loss figures that are so, and the loss is an error',
  async (part) => {
    const place = filledHome();
    const before = rowsIn(place.store);
    truncateSync(place.store, Math.floor((readFileSync(place.store).length * part) / PAGE) * PAGE + 100);
    const cut = readFileSync(place.store);
    const report = await doctor(place, '--repair');
    expect(isLossy(report)).toBe(true);
    expect(report).toMatchObject({ code: FAILED, status: 'error' });
    expectTrueCounts(report, before);
    expect(damageIn(place.store)).toEqual([]);
    expect(readFileSync(asideOf(place)).equals(cut)).toBe(true);
    const after = rowsIn(place.store);
    const isStored = ({ table }: { table: string }) => table !== 'projects' && table !== 'texts';
    expect(missingFrom(before, after).filter(isStored)).toEqual([]);
    // Texts for search are made again from what was saved, in another place of their table.
    const copies = (rows: typeof before) => rows.texts?.map(({ ref, part, content }) => [ref, part, content]);
    expect(copies(before)).toEqual(expect.arrayContaining(copies(after) ?? []));
    // Nothing is wrong with what is there now.
    expect((await doctor(place)).code).toBe(0);
  },
);

it('takes the number of lost records from the counters where table and index are damaged', async () => {
  const place = filledHome();
  const before = rowsIn(place.store);
  truncateSync(place.store, Math.floor(readFileSync(place.store).length / PAGE / 4) * PAGE);
  const records = savedOf(await doctor(place, '--repair'), 'records');
  expect(records).toMatchObject({ counted: 'exactly' });
  expect((records?.saved ?? 0) + (records?.lost ?? 0)).toBe(before.records?.length);
});

it('reports a minimum number of lost records where there are no counters', async () => {
  const place = filledHome();
  const before = rowsIn(place.store);
  alter(place.store, (database) => database.exec('DROP TABLE record_counts'));
  truncateSync(place.store, Math.floor(readFileSync(place.store).length / PAGE / 2) * PAGE);
  const report = await doctor(place, '--repair');
  expectTrueCounts(report, before);
  const { saved, lost, counted } = savedOf(report, 'records') ?? {};
  expect(counted).toBe('at_least');
  expect(report.repairs.at(-1)?.found).toContain(`records ${saved} (at least ${lost} lost)`);
  expect(report.repairs.at(-1)?.found).toMatch(/At least \d+ rows could not be saved/);
});

it.skipIf(process.platform === 'win32')(
  'saves the store that a symbolic link leads to, and keeps the link',
  async () => {
    const place = filledHome();
    const file = join(place.path, 'file.db');
    renameSync(place.store, file);
    symlinkSync('file.db', place.store);
    truncateSync(file, Math.floor(readFileSync(file).length / PAGE / 2) * PAGE + 100);
    expect(isLossy(await doctor(place, '--repair'))).toBe(true);
    expect(readlinkSync(place.store)).toBe('file.db');
    expect(damageIn(file)).toEqual([]);
    expect((await doctor(place)).code).toBe(0);
  },
);
