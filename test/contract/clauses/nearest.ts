import { beforeEach, describe, expect, it } from 'vitest';
import type { SearchScope } from '../../../src/app/ports/search-index.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import {
  DIMENSION,
  embedAll,
  LIVE,
  MODEL,
  NOW,
  nearestIds,
  pendingIds,
  remember,
  vectorOf,
} from './embedded.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

export function nearestClauses(newFixture: NewFixture): void {
  describe('nearest records', () => {
    const opened = useFixture(newFixture);
    let store: Store;
    beforeEach(async () => {
      store = opened().store;
      await store.ledger.commit([c.project(), c.project({ id: 'prj_2' })]);
    });

    const BIRDS = ['heron wades in the weir', 'otter dives in the weir', 'ledger of the harbour'];

    it('returns the most similar first, with the cosine', async () => {
      await store.ledger.commit(BIRDS.map((text, at) => remember(`rec_${at}`, text)));
      await embedAll(store);
      const found = await store.vectors.nearest(vectorOf('heron wades in the weir'), MODEL, LIVE, 3);
      expect(found.map(({ recordId }) => recordId)).toEqual(['rec_0', 'rec_1', 'rec_2']);
      expect(found[0]?.similarity).toBeCloseTo(1, 5);
      expect(found[2]?.similarity).toBeLessThan(0.6);
    });

    it('finds what another process has added, changed and deleted since', async () => {
      await store.ledger.commit(BIRDS.map((text, at) => remember(`rec_${at}`, text)));
      await embedAll(store);
      expect((await nearestIds(store, 'otter dives'))[0]).toBe('rec_1');
      const other = await opened().reopen();
      await other.ledger.commit([
        remember('rec_3', 'badger digs'),
        remember('rec_0', 'swift sleeps aloft', { version: 2 }),
        { kind: 'forget', record: aRecord({ id: 'rec_1', content: BIRDS[1] ?? '' }), at: NOW },
      ]);
      await embedAll(other);
      expect((await nearestIds(store, 'badger digs'))[0]).toBe('rec_3');
      expect((await nearestIds(store, 'swift sleeps'))[0]).toBe('rec_0');
      expect(await nearestIds(store, 'otter dives')).not.toContain('rec_1');
    });

    it('respects the scope, the state and the rest of the filter', async () => {
      await store.ledger.commit([
        remember('rec_1', 'heron here'),
        remember('rec_2', 'heron elsewhere', { projectId: 'prj_2' }),
        remember('rec_3', 'heron everywhere', { projectId: null, type: 'lesson', category: 'lesson' }),
        remember('rec_4', 'heron before'),
      ]);
      await embedAll(store);
      await store.ledger.commit([remember('rec_4', 'heron before', { version: 2, status: 'resolved' })]);
      const sorted = async (filter: SearchScope) => [...(await nearestIds(store, 'heron', filter, 9))].sort();
      expect(await sorted(LIVE)).toEqual(['rec_1', 'rec_3']);
      expect(await sorted({ isLiveAt: NOW })).toEqual(['rec_1', 'rec_2', 'rec_3']);
      expect(await sorted({ projectIds: ['prj_1'] })).toEqual(['rec_1', 'rec_4']);
      expect(await sorted({ ...LIVE, types: ['lesson'] })).toEqual(['rec_3']);
      expect(await sorted({ ...LIVE, categories: ['lesson'] })).toEqual(['rec_3']);
      expect(await sorted({ ...LIVE, since: s.after(1) })).toEqual([]);
      expect(await sorted({ ...LIVE, until: NOW })).toEqual(['rec_1', 'rec_3']);
      expect(await sorted({ ...LIVE, projectIds: [] })).toEqual([]);
    });

    it('still finds records when most of the nearest do not pass the filter', async () => {
      const crowd = Array.from({ length: 600 }, (_, at) =>
        remember(`rec_${at}`, `heron wades number ${at}`, { projectId: 'prj_2' }),
      );
      await store.ledger.commit([...crowd, remember('rec_own', 'the heron was seen')]);
      await store.ledger.commit([
        remember('rec_lesson', 'a grey bird, a heron', { projectId: 'prj_2', type: 'lesson' }),
      ]);
      await embedAll(store);
      expect(await nearestIds(store, 'heron wades number')).toEqual(['rec_own']);
      const lessons = { projectIds: undefined, types: ['lesson'] } as const;
      expect(await nearestIds(store, 'heron wades number', lessons)).toEqual(['rec_lesson']);
    });

    it('and all that is pending are of one workspace', async () => {
      const other = opened().workspace('other');
      const nothing = { done: 0, pending: 0, dimension: null };
      await store.ledger.commit([remember('rec_1', 'heron')]);
      await embedAll(store);
      await store.ledger.commit([remember('rec_2', 'otter'), remember('rec_3', 'badger')]);
      const { next } = await store.vectors.listPending(1, null, NOW);
      expect(await other.vectors.hasAny(MODEL)).toBe(false);
      expect(await other.vectors.count(MODEL, NOW)).toEqual(nothing);
      expect(await nearestIds(other, 'heron', {})).toEqual([]);
      expect(await other.vectors.claim(MODEL, NOW)).toBe('mine');
      expect(await other.vectors.hasPending(MODEL)).toBe(false);
      expect(await other.vectors.survey(MODEL)).toBe(false);
      expect(await pendingIds(other)).toEqual([]);
      expect(await other.vectors.listPending(9, next, NOW)).toEqual({ records: [], next: null });
      expect(await other.vectors.count(MODEL, NOW)).toEqual(nothing);
    });

    it('of a workspace stay when another uses the same ids and another model', async () => {
      const other = opened().workspace('other');
      await store.ledger.commit([remember('rec_1', 'heron'), remember('rec_2', 'otter')]);
      await embedAll(store);
      await other.ledger.commit([c.project(), remember('rec_1', 'badger')]);
      await embedAll(other, { model: 'another', dimension: 64 });
      await other.ledger.commit([remember('rec_1', 'swift', { version: 2 })]);
      expect(await store.vectors.put(MODEL, [], NOW)).toBe(true);
      expect(await store.vectors.count(MODEL, NOW)).toEqual({ done: 2, pending: 0, dimension: DIMENSION });
      expect(await nearestIds(store, 'heron')).toEqual(['rec_1', 'rec_2']);
      expect(await pendingIds(other)).toEqual(['rec_1']);
    });

    it('finds among many the same as a comparison with each', async () => {
      const texts = Array.from(
        { length: 900 },
        (_, at) => `word${at % 30} word${at % 70} word${at % 110} n${at}`,
      );
      await store.ledger.commit(texts.map((text, at) => remember(`rec_${at}`, text)));
      await embedAll(store);
      const query = vectorOf('word7 word17 word57');
      const exact = texts
        .map((text, at) => ({
          id: `rec_${at}`,
          near: vectorOf(text).reduce((sum, number, place) => sum + number * (query[place] ?? 0), 0),
        }))
        .sort((a, b) => b.near - a.near)
        .slice(0, 10);
      const found = await store.vectors.nearest(query, MODEL, LIVE, 10);
      expect(found[0]?.recordId).toBe(exact[0]?.id);
      const floor = exact.at(-1)?.near ?? 1;
      expect(found.filter(({ similarity }) => similarity >= floor - 1e-6).length).toBeGreaterThanOrEqual(9);
    });
  });
}
