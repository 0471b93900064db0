import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { alter, doctor, doctorScene, FAILED, imageOf, problems } from './doctor-home.ts';

const { filledHome } = doctorScene();

function otherDatabase(store: string): void {
  rmSync(store);
  const database = openDatabase(store);
  database.exec('CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES (1)');
  database.close();
}

const HOMES: readonly (readonly [
  name: string,
  check: string,
  words: string,
  make: (store: string) => void,
])[] = [
  ["somebody else's database", 'store', 'it is an SQLite database of another program', otherDatabase],
  [
    'a text file',
    'store',
    'it is not an SQLite database',
    (store) => writeFileSync(store, 'Dear diary, '.repeat(500), { mode: 0o644 }),
  ],
  ['a short text file', 'store', 'it is not an SQLite database', (store) => writeFileSync(store, 'hello\n')],
  [
    'a folder',
    'store',
    'it is not a file',
    (store) => {
      rmSync(store);
      mkdirSync(store);
    },
  ],
  [
    'a store of a newer program',
    'schema',
    'version 9999',
    (store) =>
      alter(store, (database) =>
        database.exec(
          "INSERT INTO schema_migrations VALUES (9999, 'from the future', 'x', '2030-01-01T00:00:00.000Z')",
        ),
      ),
  ],
];

describe.each(HOMES)('%s where the store should be', (_, check, words, make) => {
  it('is described and never changed, with or without --repair', async () => {
    const place = filledHome();
    make(place.store);
    const image = imageOf(place.path);
    for (const flags of [[], ['--full'], ['--repair']]) {
      const report = await doctor(place, ...flags);
      expect(report.code).toBe(FAILED);
      expect(problems(report, 'store', 'schema', 'integrity')).toMatchObject([
        { check, status: 'error', found: expect.stringContaining(words), fix: expect.any(String) },
      ]);
      expect(report.repairs).toEqual([]);
      expect(imageOf(place.path)).toEqual(image);
    }
  });
});

it('reports permissions of foreign files with a command for the person instead of --repair', async () => {
  const place = filledHome();
  writeFileSync(place.store, 'Dear diary, '.repeat(500));
  chmodSync(place.store, 0o644);
  const [wrong, ...others] = problems(await doctor(place), 'permissions');
  expect(others).toEqual([]);
  expect(wrong).toMatchObject({ status: 'warning', found: expect.stringContaining('0644 instead of 0600') });
  expect(wrong?.fix).toContain(`chmod 0600 ${place.store}`);
  expect(wrong?.fix).not.toContain('Run throughline doctor --repair');
});

it.each([
  ['empty', Buffer.alloc(0)],
  ['all zeros', Buffer.alloc(40_960)],
])(
  'a store that is %s is called damaged, and left as it is because nothing can be read',
  async (_, bytes) => {
    const place = filledHome();
    writeFileSync(place.store, bytes);
    const image = imageOf(place.path);
    const report = await doctor(place, '--repair');
    expect(report.code).toBe(FAILED);
    expect(problems(report, 'integrity')).toHaveLength(1);
    expect(report.repairs).toMatchObject([
      { status: 'error', found: expect.stringContaining('was not changed') },
    ]);
    expect(imageOf(place.path)).toEqual(image);
  },
);
