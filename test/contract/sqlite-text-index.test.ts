import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/app/ports/ledger.ts';
import type { Store } from '../../src/app/ports/store.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import * as c from './clauses/changes.ts';
import { newSqliteHouse, type SqliteHouse } from './sqlite-house.ts';

const words = fc.constantFrom('wyvern', 'griffon', 'über', '漢字', 'e\u0301', '', '😀');
const anyWrite = fc.record({ id: fc.nat(4), kind: fc.constantFrom('record', 'note'), words, more: words });

describe('the text index', () => {
  let house: SqliteHouse;
  let store: Store;
  beforeEach(async () => {
    house = await newSqliteHouse();
    store = await house.open();
    await store.ledger.commit([c.project()]);
  });
  afterEach(() => house.destroy());

  function checkIndexes(): void {
    const other = openDatabase(house.path);
    other.exec("INSERT INTO records_text (records_text, rank) VALUES ('integrity-check', 1)");
    other.exec("INSERT INTO notes_text (notes_text, rank) VALUES ('integrity-check', 1)");
    other.close();
  }

  it('stays in step with records and notes, whatever is written and changed', async () => {
    const versions = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyWrite, { minLength: 1, maxLength: 12 }), async (writes) => {
        for (const { id, kind, words: text, more } of writes) {
          const key = `${kind}_${id}`;
          const version = (versions.get(key) ?? 0) + 1;
          versions.set(key, version);
          const change: Change =
            kind === 'record'
              ? c.record({
                  id: key,
                  version,
                  content: text,
                  subject: more || null,
                  tags: [more],
                  aliases: [text],
                })
              : c.note({ id: key, version, summary: text, title: more || null, notes: more });
          await store.ledger.commit([change]);
        }
        checkIndexes();
      }),
      { numRuns: 25 },
    );
  });

  it('would tell if it were out of step', () => {
    const other = openDatabase(house.path);
    other.exec("INSERT INTO records_text (rowid, content) VALUES (99, 'nobody')");
    other.close();
    expect(checkIndexes).toThrow();
  });

  it('is rolled back with a commit that failed', async () => {
    const change = [c.record({ content: 'wyvern' }), c.record({ id: 'rec_2', version: 5 })];
    expect(await c.outcome(store.ledger.commit(change))).toBe(c.CONFLICT);
    checkIndexes();
    const reader = openDatabase(house.path, { readOnly: true });
    expect(reader.prepare("SELECT rowid FROM records_text WHERE records_text MATCH 'wyvern'").all()).toEqual(
      [],
    );
    reader.close();
  });
});
