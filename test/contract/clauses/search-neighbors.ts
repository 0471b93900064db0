import { describe, expect, it } from 'vitest';
import type { Neighbor, SearchScope, SearchText } from '../../../src/app/ports/search-index.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { EVERYTHING, keysIn, readKeys, readOne } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const idsOf = (texts: readonly SearchText[]) => texts.map(({ id }) => id).toSorted();

export function searchNeighborClauses(newFixture: NewFixture): void {
  describe('the neighbors of a text', () => {
    const opened = useFixture(newFixture);
    /** Written in this order, all at once: each comes right after the one before. */
    const filled = async (...sessions: (string | null)[]) => {
      const { store } = opened();
      const records = sessions.map((sessionId, index) =>
        c.record({ id: `r${index}`, sessionId, content: `number ${index}` }),
      );
      await store.ledger.commit([c.project(), ...records]);
      const texts = await readKeys(store, await keysIn(store, 'records', EVERYTHING));
      const around = async (
        ids: readonly string[],
        reach: number,
        scope: SearchScope = {},
        anchors = 100,
      ): Promise<readonly Neighbor[]> => {
        const keys = texts.filter(({ id }) => ids.includes(id)).map(({ key }) => key);
        const request = { texts: { keys }, scope, neighbors: { reach, anchors } };
        return (await readOne(store, request)).neighbors;
      };
      /** Each as its id, the id of its anchor and the offset. */
      const distances = async (ids: readonly string[], reach: number) => {
        const idOf = new Map(texts.map(({ key, id }) => [key, id]));
        const near = await around(ids, reach);
        return near.map(({ id, anchor, offset }) => `${id} = ${idOf.get(anchor)} ${offset}`).toSorted();
      };
      return { store, texts, around, distances };
    };

    it('are of the same session, within reach, and not the text itself', async () => {
      const { around } = await filled('a', 'b', 'a', 'a', 'b', 'a', null, 'a');
      expect(idsOf(await around(['r3'], 2))).toEqual(['r2', 'r5']);
      expect(idsOf(await around(['r3'], 4))).toEqual(['r0', 'r2', 'r5', 'r7']);
      expect(idsOf(await around(['r4'], 9))).toEqual(['r1']);
      expect(await around(['r3'], 0)).toEqual([]);
    });

    it('come with their distance from the nearest text that was asked for', async () => {
      const { distances } = await filled('a', 'b', 'a', 'a', 'b', 'a', null, 'a');
      expect(await distances(['r3'], 4)).toEqual(['r0 = r3 -3', 'r2 = r3 -1', 'r5 = r3 2', 'r7 = r3 4']);
      expect(await distances(['r2', 'r7'], 5)).toEqual(['r0 = r2 -2', 'r3 = r2 1', 'r5 = r7 -2']);
    });

    it('belong to the text before them if two are equally near', async () => {
      const { distances } = await filled('a', 'a', 'a');
      expect(await distances(['r0', 'r2'], 2)).toEqual(['r1 = r0 1']);
    });

    it('have an offset that is the difference of the sequences', async () => {
      const { around, texts } = await filled('a', 'b', 'a', 'a', 'b', 'a', null, 'a');
      const sequenceOf = new Map(texts.map(({ key, sequence }) => [key, sequence]));
      const near = await around(['r0', 'r3'], 7);
      expect(near).not.toEqual([]);
      for (const { sequence, anchor, offset } of near)
        expect(offset).toBe(sequence - (sequenceOf.get(anchor) ?? Number.NaN));
    });

    it('come once where two of the texts are neighbors of each other', async () => {
      const { around } = await filled('a', 'a', 'a', 'a', 'a');
      expect(idsOf(await around(['r1', 'r3'], 1))).toEqual(['r0', 'r2', 'r4']);
      expect(idsOf(await around(['r1', 'r2'], 1))).toEqual(['r0', 'r3']);
    });

    it('are not of a session that only another text is from', async () => {
      const { around } = await filled('a', 'b', 'a', 'x', 'x', 'x', 'x', 'b');
      expect(idsOf(await around(['r0', 'r7'], 2))).toEqual(['r2']);
    });

    it('are none for a text without a session', async () => {
      const { around } = await filled(null, null, null);
      expect(await around(['r1'], 5)).toEqual([]);
    });

    it('are those of the first texts of each source, as many as asked for', async () => {
      const { store } = await filled('a', 'a', 'a', 'b', 'b', 'b');
      await store.ledger.commit(['n0', 'n1'].map((id) => c.note({ id, sessionId: 'a' })));
      const records = await keysIn(store, 'records', EVERYTHING);
      const [, n0] = await keysIn(store, 'texts', EVERYTHING);
      const [, r4, , , r1] = records;
      if (n0 === undefined || r4 === undefined || r1 === undefined) throw new Error('a text is missing');
      const texts = { keys: [r4, n0, r1] };
      const near = async (anchors: number) =>
        idsOf((await readOne(store, { texts, scope: {}, neighbors: { reach: 1, anchors } })).neighbors);
      expect(await near(2)).toEqual(['n1', 'r0', 'r2', 'r3', 'r5']);
      expect(await near(1)).toEqual(['n1', 'r3', 'r5']);
      expect(await near(0)).toEqual([]);
    });

    it('are within the scope', async () => {
      const { store, around } = await filled('a', 'a', 'a');
      await store.ledger.commit([c.record({ id: 'r2', sessionId: 'a', version: 2, status: 'resolved' })]);
      expect(idsOf(await around(['r1'], 2))).toEqual(['r0', 'r2']);
      expect(idsOf(await around(['r1'], 2, { isLiveAt: s.T0 }))).toEqual(['r0']);
      expect(await around(['r1'], 2, { projectIds: ['prj_2'] })).toEqual([]);
    });

    it('are of one workspace alone', async () => {
      const { store, workspace } = opened();
      const other = workspace('elsewhere');
      await store.ledger.commit([c.record({ id: 'mine' })]);
      await other.ledger.commit([c.record({ id: 'theirs' })]);
      const keys = await keysIn(store, 'records', EVERYTHING);
      const request = { texts: { keys }, scope: {}, neighbors: { reach: 5, anchors: 10 } };
      expect((await readOne(store, request)).neighbors).toEqual([]);
    });
  });
}
