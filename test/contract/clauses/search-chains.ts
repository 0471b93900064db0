import { describe, expect, it } from 'vitest';
import type { SearchScope } from '../../../src/app/ports/search-index.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { EVERYTHING, keysIn, readKeys, readOne } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const LIVE: SearchScope = { isLiveAt: s.T0 };

/** `a` was replaced by `b`, and so on; the last one holds. */
const chain = (ids: string, areNamed = true) =>
  [...ids].map((id, index) => {
    const next = ids[index + 1];
    const before = ids[index - 1];
    return c.record({
      id,
      content: `text ${id}`,
      subject: `subject ${id}`,
      status: next === undefined ? 'active' : 'superseded',
      supersededBy: next ?? null,
      supersedes: before === undefined || !areNamed ? [] : [before],
    });
  });

export function searchChainClauses(newFixture: NewFixture): void {
  describe('records that replaced each other', () => {
    const opened = useFixture(newFixture);
    const keyOf = async (...ids: readonly string[]) => {
      const { store } = opened();
      const texts = await readKeys(store, await keysIn(store, 'records', EVERYTHING));
      return ids.flatMap((id) => texts.filter((text) => text.id === id).map(({ key }) => key));
    };
    const successors = async (ids: readonly string[], steps = 5, limit = 60, scope = LIVE) => {
      const successorsOf = await keyOf(...ids);
      const request = { texts: { successorsOf, bounds: { steps, limit } }, scope };
      return (await readOne(opened().store, request)).texts.map(({ id }) => id);
    };
    const predecessors = async (id: string, steps = 5, limit = 60, scope = LIVE) => {
      const { texts } = await readOne(opened().store, {
        texts: { recordIds: [id] },
        scope,
        predecessors: { steps, limit },
      });
      return texts.flatMap((text) => text.predecessors);
    };
    const idsBefore = async (...args: Parameters<typeof predecessors>) =>
      (await predecessors(...args)).map(({ id }) => id);

    it('lead to the active record, within the given number of steps', async () => {
      await opened().store.ledger.commit([c.project(), ...chain('abcd')]);
      expect(await successors(['a'])).toEqual(['d']);
      expect(await successors(['a'], 2)).toEqual([]);
      expect(await successors(['a'], 3)).toEqual(['d']);
      expect(await successors(['c', 'a', 'b'])).toEqual(['d']);
    });

    it('lead nowhere from an active record, and to none that is inactive or outside the scope', async () => {
      await opened().store.ledger.commit([
        c.project(),
        ...chain('ab'),
        c.record({ id: 'x', status: 'superseded', supersededBy: 'y' }),
        c.record({ id: 'y', status: 'retracted' }),
        c.record({ id: 'v', status: 'superseded', supersededBy: 'gone' }),
      ]);
      expect(await successors(['b'])).toEqual([]);
      expect(await successors(['x', 'v'])).toEqual([]);
      expect(await successors(['a'], 5, 60, { ...LIVE, projectIds: ['prj_2'] })).toEqual([]);
      expect(await successors(['a'], 5, 60, { ...LIVE, types: ['open_loop'] })).toEqual(['b']);
      expect(await successors([])).toEqual([]);
    });

    it('end at a cycle', async () => {
      await opened().store.ledger.commit([
        c.project(),
        c.record({ id: 'x', status: 'superseded', supersededBy: 'y', supersedes: ['y'] }),
        c.record({ id: 'y', status: 'superseded', supersededBy: 'x', supersedes: ['x'] }),
        c.record({ id: 'z', supersedes: ['x'] }),
      ]);
      expect(await successors(['x'])).toEqual([]);
      expect(await idsBefore('z', 3)).toEqual(['x', 'y', 'x']);
    });

    it('are followed for as many as asked for at each step', async () => {
      const many = ['a', 'b', 'c'].map((id) =>
        c.record({ id, status: 'superseded', supersededBy: `${id}2` }),
      );
      const heads = ['a2', 'b2', 'c2'].map((id) => c.record({ id }));
      await opened().store.ledger.commit([
        c.project(),
        ...many,
        ...heads,
        c.record({ id: 'all', supersedes: ['a', 'b', 'c'] }),
      ]);
      expect(await successors(['a', 'b', 'c'], 5, 2)).toEqual(['a2', 'b2']);
      expect(await idsBefore('all', 5, 2)).toEqual(['a', 'b']);
    });

    it('are returned as predecessors, nearest first, with their text and names', async () => {
      await opened().store.ledger.commit([c.project(), ...chain('abcd')]);
      expect(await predecessors('d', 2)).toEqual([
        { id: 'c', text: 'text c', names: ['subject c'] },
        { id: 'b', text: 'text b', names: ['subject b'] },
      ]);
      expect(await idsBefore('d')).toEqual(['c', 'b', 'a']);
      expect(await idsBefore('d', 0)).toEqual([]);
      expect(await idsBefore('d', 5, 60, { ...LIVE, projectIds: ['prj_1'] })).toEqual(['c', 'b', 'a']);
    });

    it('are left out of the predecessors if they are active again', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), ...chain('abc')]);
      await store.ledger.commit([
        c.record({ id: 'b', version: 2, status: 'active', supersedes: ['a'], supersededBy: 'c' }),
      ]);
      expect(await idsBefore('c')).toEqual([]);
    });

    it('are returned as predecessors of neighbors and successors too', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), ...chain('ab'), c.record({ id: 'n' })]);
      const bounds = { steps: 1, limit: 9 };
      const [around, after] = await store.search.read([
        {
          texts: { keys: await keyOf('n') },
          scope: LIVE,
          neighbors: { reach: 1, anchors: 1 },
          predecessors: bounds,
        },
        { texts: { successorsOf: await keyOf('a'), bounds }, scope: LIVE, predecessors: bounds },
      ]);
      const before = [{ id: 'a', text: 'text a', names: ['subject a'] }];
      expect(around?.neighbors).toMatchObject([{ id: 'b', predecessors: before }]);
      expect(after?.texts).toMatchObject([{ id: 'b', predecessors: before }]);
    });

    it('are predecessors of the successor that they led to, nearest first and once, also if it does not name them', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), ...chain('abc', false)]);
      const bounds = { steps: 5, limit: 9 };
      const read = async (...ids: readonly string[]) =>
        (
          await readOne(store, {
            texts: { successorsOf: await keyOf(...ids), bounds },
            scope: LIVE,
            predecessors: bounds,
          })
        ).texts.map(({ id, predecessors: before }) => [id, ...before.map((one) => one.id)]);
      expect(await read('a')).toEqual([['c', 'b', 'a']]);
      expect(await read('b', 'a')).toEqual([['c', 'b', 'a']]);
      expect(await read('b')).toEqual([['c', 'b']]);
    });

    it('are of one workspace alone', async () => {
      const { store, workspace } = opened();
      const other = workspace('elsewhere');
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'a', status: 'superseded', supersededBy: 'b' }),
      ]);
      await other.ledger.commit([c.project(), ...chain('ab')]);
      expect(await successors(['a'])).toEqual([]);
      await store.ledger.commit([c.record({ id: 'c', supersedes: ['b'] })]);
      expect(await idsBefore('c')).toEqual([]);
    });
  });
}
