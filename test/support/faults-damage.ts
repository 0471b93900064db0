import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { seededRandom } from './faults-random.ts';
import { withDatabase } from './faults-store.ts';

export interface Damage {
  readonly name: string;
  /** What the program must call it. */
  readonly code: 'store_damaged' | 'store_newer';
  inflict(store: string): void;
}

const PAGE = 4_096;

const cut = (name: string, lengthFor: (size: number) => number): Damage => ({
  name: `cut to ${name}`,
  code: 'store_damaged',
  inflict: (store) => truncateSync(store, lengthFor(statSync(store).size)),
});

const replaced = (name: string, contentFor: (size: number) => Buffer): Damage => ({
  name,
  code: 'store_damaged',
  inflict: (store) => writeFileSync(store, contentFor(statSync(store).size)),
});

function noise(size: number): Buffer {
  const random = seededRandom(size);
  return Buffer.from(Uint8Array.from({ length: size }, () => Math.floor(random() * 256)));
}

const remade = (name: string, sql: string): Damage => ({
  name,
  code: 'store_damaged',
  inflict(store) {
    rmSync(store);
    withDatabase(store, (database) => database.exec(sql));
  },
});

export const DAMAGES: readonly Damage[] = [
  cut('nothing', () => 0),
  cut('one byte', () => 1),
  cut('its header less a byte', () => 99),
  cut('its header', () => 100),
  cut('one page', () => PAGE),
  cut('half', (size) => Math.floor(size / 2)),
  cut('all but the last page', (size) => size - PAGE),
  cut('all but the last byte', (size) => size - 1),
  replaced('overwritten with zeros', (size) => Buffer.alloc(size)),
  replaced('overwritten with noise', noise),
  replaced('overwritten with text', () => Buffer.from('{"sessions": []}\n')),
  {
    name: 'with its first page zeroed',
    code: 'store_damaged',
    inflict: (store) =>
      writeFileSync(store, Buffer.concat([Buffer.alloc(PAGE), readFileSync(store).subarray(PAGE)])),
  },
  remade(
    "replaced by somebody else's database",
    'CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES (1)',
  ),
  remade("replaced by somebody else's database without tables", 'PRAGMA user_version = 7'),
  remade(
    "replaced by somebody else's database in WAL mode",
    'PRAGMA journal_mode = WAL; CREATE TABLE sessions (id TEXT); INSERT INTO sessions VALUES (1)',
  ),
  {
    name: 'written by a newer program',
    code: 'store_newer',
    inflict: (store) =>
      withDatabase(store, (database) =>
        database.exec(
          "INSERT INTO schema_migrations VALUES (9999, 'from the future', 'x', '2030-01-01T00:00:00.000Z')",
        ),
      ),
  },
  {
    name: 'gone, with its log left behind',
    code: 'store_damaged',
    inflict(store) {
      rmSync(store);
      writeFileSync(`${store}-wal`, noise(PAGE));
    },
  },
  {
    name: 'replaced by a folder',
    code: 'store_damaged',
    inflict(store) {
      rmSync(store);
      mkdirSync(store);
    },
  },
];
