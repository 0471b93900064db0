import { expect, it, onTestFinished } from 'vitest';
import * as s from '../domain/session/session-fixtures.ts';
import * as c from './clauses/changes.ts';
import { EVERYTHING, findIn, word } from './clauses/found.ts';
import { newSqliteFixture } from './sqlite-fixture.ts';

/** So many records are not rare. */
const COUNT = 400;

it.each(['the same store', 'another process'])(
  'finds what %s wrote since the last search, for rare and for common words',
  async (writer) => {
    const fixture = await newSqliteFixture();
    onTestFinished(() => fixture.destroy());
    const store = await fixture.openWorkspace();
    const records = Array.from({ length: COUNT }, (_, index) =>
      c.record({ id: `r${index}`, content: `violin ${index === 0 ? 'heron' : index}` }),
    );
    await store.ledger.commit([c.project(), ...records]);
    const scope = { isLiveAt: s.T0 };
    const search = async () =>
      Promise.all(
        [word('heron'), word('violin'), EVERYTHING].map((query) => findIn(store, 'records', query, scope, 2)),
      );
    const before = await search();
    expect(await search()).toEqual(before);
    const other = writer === 'another process' ? await fixture.openWorkspace() : store;
    await other.ledger.commit([c.record({ id: 'new', content: 'heron violin' })]);
    const after = await search();
    expect(before.map(({ frequency }) => frequency.count)).toEqual([1, COUNT, COUNT]);
    expect(after.map(({ frequency }) => frequency.count)).toEqual([2, COUNT + 1, COUNT + 1]);
    const [newest] = after[0]?.candidates ?? [];
    expect(after.map(({ candidates }) => candidates[0])).toEqual([newest, newest, newest]);
  },
);
