import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/app/ports/ledger.ts';
import type { Store } from '../../src/app/ports/store.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import * as c from './clauses/changes.ts';
import { newSqliteHouse, type SqliteHouse } from './sqlite-house.ts';

const words = fc.constantFrom('wyvern', 'griffon', 'über', '漢字', 'e\u0301', '', '😀');
const anyWrite = fc.record({
  id: fc.nat(2),
  kind: fc.constantFrom('record', 'note'),
  field: fc.constantFrom('content', 'subject', 'tags', 'aliases', 'summary', 'title', 'notes'),
  text: words,
});
type Write = typeof anyWrite extends fc.Arbitrary<infer Value> ? Value : never;

/** One field changes at a time, so that no other field's change brings the index back into step. */
function write(known: Map<string, Change>, { id, kind, field, text }: Write): Change {
  const key = `${kind}_${id}`;
  const before = known.get(key);
  const value = field === 'tags' || field === 'aliases' ? [text] : text;
  const change: Change =
    before?.kind === 'record'
      ? c.record({ ...before.record, [field]: value, version: before.record.version + 1 })
      : before?.kind === 'note'
        ? c.note({ ...before.note, [field]: value, version: before.note.version + 1 })
        : kind === 'record'
          ? c.record({ id: key, [field]: value })
          : c.note({ id: key, [field]: value });
  known.set(key, change);
  return change;
}

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
    const known = new Map<string, Change>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyWrite, { minLength: 1, maxLength: 12 }), async (writes) => {
        for (const one of writes) await store.ledger.commit([write(known, one)]);
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
