import { describe, expect, it } from 'vitest';
import type { CandidateKey } from '../../../src/app/ports/search-index.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import * as c from './changes.ts';
import { EVERYTHING, findIn, keysIn, readKeys, readOne, word } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const NO_KEYS = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '1.5',
  '9'.repeat(40),
  'r',
  'r0',
  'r-1',
  'r01',
  'r1 ',
  'r1e3',
  'r999999999',
  't999999999',
  `r${'9'.repeat(40)}`,
  'records:1',
  '__proto__',
  "1' OR '1'='1",
  '\0',
  '\ud800',
  '東京',
  '{}',
  'null',
] as readonly string[] as readonly CandidateKey[];

export function searchKeyClauses(newFixture: NewFixture): void {
  describe('keys of candidates', () => {
    const opened = useFixture(newFixture);
    const filled = async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.record({ id: 'a' }), c.record({ id: 'b' }), c.note()]);
      const keys = [
        ...(await keysIn(store, 'records', EVERYTHING)),
        ...(await keysIn(store, 'texts', EVERYTHING)),
      ];
      return { store, keys };
    };

    it('identify one text each, of any source', async () => {
      const { store, keys } = await filled();
      expect(new Set(keys).size).toBe(3);
      const texts = await readKeys(store, keys);
      expect(texts.map(({ key }) => key)).toEqual(keys);
      expect(texts.map(({ id, source }) => `${source} ${id}`)).toEqual([
        'records b',
        'records a',
        'texts not_1',
      ]);
    });

    it('come with a sequence that is higher the later a text was written', async () => {
      const { store } = await filled();
      for (const source of ['records', 'texts'] as const) {
        await store.ledger.commit([
          c.record({ id: `later ${source}` }),
          c.note({ id: `later ${source}`, sessionId: source }),
        ]);
        const { candidates } = await findIn(store, source, EVERYTHING);
        const sequences = candidates.map(({ sequence }) => sequence);
        expect(sequences.length).toBeGreaterThan(1);
        expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => other - one));
        const texts = await readKeys(
          store,
          candidates.map(({ key }) => key),
        );
        expect(texts.map(({ key, sequence }) => ({ key, source, sequence }))).toEqual(candidates);
      }
    });

    it('are strings, and survive JSON', async () => {
      const { store, keys } = await filled();
      for (const key of keys) expect(key).toEqual(expect.any(String));
      const again = JSON.parse(JSON.stringify(keys)) as readonly CandidateKey[];
      expect(again).toEqual(keys);
      expect(await readKeys(store, again)).toEqual(await readKeys(store, keys));
    });

    it('mean the same to another process that opens the store', async () => {
      const { store, keys } = await filled();
      const again = await opened().reopen();
      expect(await readKeys(again, keys)).toEqual(await readKeys(store, keys));
    });

    it('stay the same as long as their text exists: while it changes, and when the store is closed and opened', async () => {
      const { store, keys } = await filled();
      const idsBy = async (of: Store) => (await readKeys(of, keys)).map(({ id }) => id);
      await store.ledger.commit([
        c.record({ id: 'a', content: 'other words', version: 2 }),
        c.record({ id: 'b', status: 'resolved', version: 2 }),
        c.record({ id: 'c' }),
        c.note({ summary: 'another summary', version: 2 }),
      ]);
      expect(await idsBy(store)).toEqual(['b', 'a', 'not_1']);
      await opened().openStore.close();
      const again = await opened().reopen();
      expect(await idsBy(again)).toEqual(['b', 'a', 'not_1']);
      expect(await keysIn(again, 'texts', EVERYTHING)).toEqual(keys.slice(2));
      expect((await keysIn(again, 'records', EVERYTHING)).slice(1)).toEqual(keys.slice(0, 2));
    });

    it.each([
      ['of the same open store', () => opened().workspace('elsewhere')],
      ['of a store that is opened again', () => opened().reopen('elsewhere')],
    ])('of one workspace find nothing in another one %s', async (_, open) => {
      const { keys } = await filled();
      const other = await open();
      await other.ledger.commit([
        c.project(),
        c.record({ id: 'a', content: 'theirs' }),
        c.record({ id: 'b', content: 'theirs' }),
        c.note({ summary: 'theirs' }),
      ]);
      const bounds = { steps: 3, limit: 10 };
      const near = { reach: 5, anchors: 10 };
      for (const texts of [{ keys }, { successorsOf: keys, bounds }])
        expect(
          await readOne(other, { texts, scope: {}, neighbors: near, predecessors: bounds, whole: 'all' }),
        ).toEqual({ texts: [], neighbors: [] });
      expect(await other.search.listDamaged(keys)).toEqual([]);
      const theirs = await keysIn(other, 'records', EVERYTHING);
      expect(await readKeys(other, [...keys, ...theirs])).toHaveLength(2);
    });

    it('that are malformed or unknown find nothing, do not affect other keys, and are no error', async () => {
      const { store, keys } = await filled();
      const known = new Set<string>(keys);
      for (const key of NO_KEYS.filter((one) => !known.has(one))) {
        expect(await readKeys(store, [key]), key).toEqual([]);
        expect(await store.search.listDamaged([key]), key).toEqual([]);
        const bounds = { steps: 2, limit: 5 };
        const successors = await readOne(store, { texts: { successorsOf: [key], bounds }, scope: {} });
        expect(successors.texts, key).toEqual([]);
      }
      const strangers = NO_KEYS.filter((one) => !known.has(one));
      const mixed = keys.flatMap((key, index) => [strangers[index] ?? key, key, ...strangers.slice(index)]);
      expect((await readKeys(store, mixed)).map(({ key }) => key)).toEqual(keys);
    });

    it('of forgotten records find nothing', async () => {
      const { store } = await filled();
      const [key] = await keysIn(store, 'records', EVERYTHING);
      const [record] = await store.records.findAll(['b']);
      if (record === undefined || key === undefined) throw new Error('no such record');
      await store.ledger.commit([{ kind: 'forget', record, at: record.createdAt }]);
      expect(await readKeys(store, [key])).toEqual([]);
    });
  });

  describe('what is found in one call', () => {
    const opened = useFixture(newFixture);
    const filled = async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'a', content: 'heron and stork' }),
        c.record({ id: 'b', content: 'heron' }),
        c.note({ summary: 'heron' }),
      ]);
      const idOf = new Map<string, string>();
      for (const source of ['records', 'texts'] as const)
        for (const { key, id } of await readKeys(store, await keysIn(store, source, EVERYTHING)))
          idOf.set(key, id);
      const ids = (candidates: readonly { readonly key: string }[]) =>
        candidates.map(({ key }) => idOf.get(key));
      return { store, ids };
    };
    const both = ['records', 'texts'] as const;

    it('is the same for each request as in a call of its own', async () => {
      const { store, ids } = await filled();
      const requests = [
        { query: word('heron'), sources: both, scope: {}, limit: 1 },
        { query: word('nothing'), sources: both, scope: {}, limit: 9 },
        { query: word('heron'), sources: ['texts'] as const, scope: { projectIds: ['prj_1'] }, limit: 9 },
        { query: { inside: 'tor', depth: 9 }, sources: both, scope: {}, limit: 9 },
      ];
      const together = await store.search.find(requests);
      const alone = [];
      for (const request of requests) alone.push(...(await store.search.find([request])));
      expect(together).toEqual(alone);
      expect(together.map(({ candidates }) => ids(candidates))).toEqual([
        ['b', 'not_1'],
        [],
        ['not_1'],
        ['a'],
      ]);
      expect(await store.search.find([])).toEqual([]);
    });

    it('includes the fallback queries only if no source has enough', async () => {
      const { store, ids } = await filled();
      const find = async (name: string, unless: number) => {
        const [result] = await store.search.find([
          {
            query: word(name),
            sources: both,
            scope: { projectIds: ['prj_1'] },
            limit: 9,
            otherwise: {
              unless,
              queries: [
                { query: word('stork'), limit: 9 },
                { query: { inside: 'ero', depth: 9 }, limit: 1 },
              ],
            },
          },
        ]);
        return result?.otherwise.map(({ candidates, frequency }) => [ids(candidates), frequency.count]);
      };
      const otherwise = [
        [['a'], 1],
        [['b', 'not_1'], 2],
      ];
      expect(await find('nothing', 1)).toEqual(otherwise);
      expect(await find('nothing', 0)).toEqual([]);
      expect(await find('heron', 2)).toEqual([]);
      expect(await find('heron', 3)).toEqual(otherwise);
    });

    it('asks the fallback queries in the sources and the scope that they name', async () => {
      const { store, ids } = await filled();
      const query = word('heron');
      const [result] = await store.search.find([
        {
          query: word('nothing'),
          sources: ['records'],
          scope: { projectIds: ['prj_none'] },
          limit: 9,
          otherwise: {
            unless: 1,
            queries: [
              { query, limit: 9 },
              { query, limit: 9, scope: { projectIds: ['prj_1'] } },
              { query, limit: 9, scope: { projectIds: ['prj_1'] }, sources: ['texts'] },
            ],
          },
        },
      ]);
      const found = result?.otherwise.map(({ candidates }) => ids(candidates));
      expect(found?.[0]).toEqual([]);
      expect(found?.[1]).toContain('b');
      expect(found?.[2]).toEqual(['not_1']);
    });
  });
}
