import { expect, it, onTestFinished } from 'vitest';
import * as s from '../domain/session/session-fixtures.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture } from './sqlite-fixture.ts';

/** More than are looked through at once. */
const COUNT = 6_000;

/** Words that are everywhere, evenly rare, only among old records, and only among new ones. */
const WORDS: Readonly<Record<string, (index: number) => boolean>> = {
  everywhere: () => true,
  even: (index) => index % 20 === 0,
  old: (index) => index < 400,
  new: (index) => index >= COUNT - 400,
  ends: (index) => index < 200 || index >= COUNT - 200,
};

async function filled() {
  const fixture = await newSqliteFixture();
  onTestFinished(() => fixture.destroy());
  const store = await fixture.openWorkspace();
  const records = Array.from({ length: COUNT }, (_, index) => {
    const words = Object.keys(WORDS).filter((word) => WORDS[word]?.(index));
    return c.record({
      id: `r${index}`,
      content: `q${index} ${words.map((word) => `${word}q`).join(' ')}`,
      status: index % 3 === 0 ? 'resolved' : 'active',
    });
  });
  await store.ledger.commit([c.project(), ...records]);
  return store;
}

it('finds the newest records with a word wherever they are, as many as are asked for', async () => {
  const { search } = await filled();
  for (const [word, hasWord] of Object.entries(WORDS))
    for (const limit of [1, 170, 10_000]) {
      const expected = Array.from({ length: COUNT }, (_, index) => index)
        .filter((index) => hasWord(index) && index % 3 !== 0)
        .reverse()
        .map((index) => `r${index}`);
      const scope = { isLiveAt: s.T0 };
      const [found] = await search.find([
        { query: { any: [`${word}q`] }, sources: ['records'], scope, limit },
      ]);
      const keys = found?.candidates.map(({ key }) => key) ?? [];
      const [read] = await search.read([{ texts: { keys }, scope }]);
      expect(read?.texts.map(({ id }) => id)).toEqual(expected.slice(0, limit));
      if (limit > expected.length)
        expect(found?.frequency).toEqual({ count: expected.length, isEstimate: false });
    }
});
