import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/app/ports/store.ts';
import type { PendingCursor } from '../../../src/app/ports/vectors.ts';
import { digestOf } from '../../../src/domain/id.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import {
  begin,
  DIMENSION,
  embedAll,
  FORCED,
  LIVE,
  MODEL,
  NOW,
  nearestIds,
  pendingIds,
  remember,
  vectorOf,
} from './embedded.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

export function vectorClauses(newFixture: NewFixture): void {
  describe('what is pending for vectors', () => {
    const opened = useFixture(newFixture);
    let store: Store;
    beforeEach(async () => {
      store = opened().store;
      await store.ledger.commit([c.project(), c.project({ id: 'prj_2' })]);
    });

    it('includes what existed before the first vector, newest first, and what is written later', async () => {
      await store.ledger.commit([remember('rec_1', 'one'), remember('rec_2', 'two')]);
      await begin(store);
      await store.ledger.commit([remember('rec_3', 'three')]);
      expect(await pendingIds(store)).toEqual(['rec_3', 'rec_2', 'rec_1']);
      expect(await store.vectors.count(MODEL, NOW)).toEqual({ done: 0, pending: 3, dimension: null });
      expect(await embedAll(store)).toBe(3);
      expect(await pendingIds(store)).toEqual([]);
      expect(await store.vectors.hasPending(MODEL)).toBe(false);
      expect(await store.vectors.count(MODEL, NOW)).toEqual({ done: 3, pending: 0, dimension: DIMENSION });
    });

    it('is counted before anything is begun', async () => {
      await store.ledger.commit([
        remember('rec_1', 'one'),
        remember('rec_2', 'two', { status: 'resolved' }),
        remember('rec_3', 'three', { expiresAt: NOW }),
      ]);
      expect(await store.vectors.count(MODEL, NOW)).toEqual({ done: 0, pending: 1, dimension: null });
    });

    it('is only what is live', async () => {
      await store.ledger.commit([
        remember('rec_1', 'one', { status: 'superseded' }),
        remember('rec_2', 'two', { isWithheld: true }),
        remember('rec_3', 'three', { expiresAt: NOW }),
        remember('rec_4', 'four'),
      ]);
      await begin(store);
      await store.ledger.commit([remember('rec_5', 'five'), remember('rec_6', 'six')]);
      await store.ledger.commit([remember('rec_5', 'five', { version: 2, status: 'resolved' })]);
      expect(await pendingIds(store)).toEqual(['rec_6', 'rec_4']);
    });

    it('comes in pages that end', async () => {
      await store.ledger.commit(Array.from({ length: 7 }, (_, at) => remember(`rec_${at}`, `number ${at}`)));
      await begin(store);
      const first = await store.vectors.listPending(4, null, NOW);
      const second = await store.vectors.listPending(4, first.next, NOW);
      expect([first, second].map(({ records }) => records.map(({ id }) => id))).toEqual([
        ['rec_6', 'rec_5', 'rec_4', 'rec_3'],
        ['rec_2', 'rec_1', 'rec_0'],
      ]);
      expect(second.next).toBeNull();
    });

    it('is continued by a cursor that survives JSON; a malformed one lists nothing', async () => {
      await store.ledger.commit(Array.from({ length: 3 }, (_, at) => remember(`rec_${at}`, `number ${at}`)));
      await begin(store);
      const { next } = await store.vectors.listPending(1, null, NOW);
      expect(next).toEqual(expect.any(String));
      const again = JSON.parse(JSON.stringify(next));
      expect((await store.vectors.listPending(9, again, NOW)).records).toHaveLength(2);
      for (const malformed of [
        '',
        '1',
        'q',
        'q0',
        'q-1',
        'q1e9',
        ' q9',
        `q${'9'.repeat(40)}`,
      ] as PendingCursor[])
        expect(await store.vectors.listPending(9, malformed, NOW), malformed).toEqual({
          records: [],
          next: null,
        });
    });

    it('holds a record again when its text has changed, and its old vector is gone at once', async () => {
      await store.ledger.commit([remember('rec_1', 'heron'), remember('rec_2', 'otter')]);
      await embedAll(store);
      await store.ledger.commit([remember('rec_1', 'badger', { version: 2 })]);
      expect(await pendingIds(store)).toEqual(['rec_1']);
      expect(await nearestIds(store, 'heron')).toEqual(['rec_2']);
      await embedAll(store);
      expect((await nearestIds(store, 'badger'))[0]).toBe('rec_1');
    });

    it.each([
      ['subject', { subject: 'birds' }],
      ['tags', { tags: ['birds'] }],
      ['aliases', { aliases: ['fisher'] }],
    ])('holds it again for other %s, and not for another importance', async (_, facts) => {
      await store.ledger.commit([remember('rec_1', 'heron')]);
      await embedAll(store);
      await store.ledger.commit([remember('rec_1', 'heron', { version: 2, importance: 9 })]);
      expect(await pendingIds(store)).toEqual([]);
      await store.ledger.commit([remember('rec_1', 'heron', { version: 3, ...facts })]);
      expect(await pendingIds(store)).toEqual(['rec_1']);
    });

    it('holds what becomes live again without having a vector', async () => {
      await store.ledger.commit([remember('rec_1', 'heron', { status: 'resolved' })]);
      await embedAll(store);
      await store.ledger.commit([remember('rec_1', 'heron', { version: 2 })]);
      expect(await pendingIds(store)).toEqual(['rec_1']);
    });

    it('holds a new record that takes the number of one that was deleted', async () => {
      await store.ledger.commit([remember('rec_1', 'heron'), remember('rec_2', 'otter')]);
      await embedAll(store);
      await nearestIds(store, 'otter');
      await store.ledger.commit([
        { kind: 'forget', record: aRecord({ id: 'rec_2', content: 'otter' }), at: NOW },
      ]);
      await store.ledger.commit([remember('rec_3', 'badger')]);
      expect(await pendingIds(store)).toEqual(['rec_3']);
      await embedAll(store);
      expect((await nearestIds(store, 'badger'))[0]).toBe('rec_3');
      expect(await nearestIds(store, 'otter')).not.toContain('rec_2');
    });

    it('is everything after the model or the length of its vectors changed', async () => {
      await store.ledger.commit([remember('rec_1', 'heron'), remember('rec_2', 'otter')]);
      await embedAll(store);
      await begin(store, 'another');
      expect(await pendingIds(store)).toEqual(['rec_2', 'rec_1']);
      await embedAll(store, { model: 'another' });
      expect(await store.vectors.nearest(vectorOf('heron'), MODEL, LIVE, 3)).toEqual([]);
      await store.ledger.commit([remember('rec_3', 'badger')]);
      await embedAll(store, { model: 'another', dimension: 64 });
      expect(await store.vectors.count('another', NOW)).toMatchObject({ done: 1, pending: 2, dimension: 64 });
      expect(await embedAll(store, { model: 'another', dimension: 64 })).toBe(2);
      expect(await store.vectors.count('another', NOW)).toEqual({ done: 3, pending: 0, dimension: 64 });
    });

    it('stays pending when the record changed while it was embedded', async () => {
      await store.ledger.commit([remember('rec_1', 'heron')]);
      await begin(store);
      await store.ledger.commit([remember('rec_1', 'badger', { version: 2 })]);
      const row = { recordId: 'rec_1', version: 1, digest: digestOf('heron'), vector: vectorOf('heron') };
      await store.vectors.put(MODEL, [row, { ...row, recordId: 'rec_9' }], NOW);
      expect(await store.vectors.hasAny(MODEL)).toBe(false);
      expect(await pendingIds(store)).toEqual(['rec_1']);
    });
  });

  describe('who embeds', () => {
    const opened = useFixture(newFixture);
    let store: Store;
    beforeEach(async () => {
      store = opened().store;
      await store.ledger.commit([c.project(), c.project({ id: 'prj_2' })]);
    });

    it('is one process at a time, until it releases the claim, is silent for long, or is overruled', async () => {
      const other = await opened().reopen();
      expect(await store.vectors.claim(MODEL, NOW)).toBe('mine');
      expect(await other.vectors.claim(MODEL, s.after(60_000))).toBe('taken');
      expect(await other.vectors.claim(MODEL, s.after(600_000))).toBe('mine');
      expect(await store.vectors.claim(MODEL, s.after(601_000), FORCED)).toBe('mine');
      expect(await other.vectors.put(MODEL, [], s.after(602_000))).toBe(false);
      expect(await store.vectors.put(MODEL, [], s.after(602_000))).toBe(true);
      await store.vectors.release();
      expect(await other.vectors.claim(MODEL, s.after(603_000))).toBe('mine');
    });

    it('is not blocked by a claim from a clock that was set back', async () => {
      const other = await opened().reopen();
      await store.vectors.claim(MODEL, s.after(86_400_000));
      expect(await other.vectors.claim(MODEL, NOW)).toBe('mine');
    });

    it('does not return a store to a model that another process has replaced', async () => {
      await store.vectors.claim(MODEL, NOW);
      const other = await opened().reopen();
      await other.vectors.claim('another', NOW, FORCED);
      await other.vectors.release();
      expect(await store.vectors.claim(MODEL, NOW)).toBe('other_model');
    });
  });
}
