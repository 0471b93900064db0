import { describe, expect, it } from 'vitest';
import type { SearchScope } from '../../../src/app/ports/search-index.ts';
import type { ThroughlineRecord } from '../../../src/domain/record/record.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { EVERYTHING, findIn, foundIn, keysIn, word } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const LIVE: SearchScope = { projectIds: ['prj_1', null], isLiveAt: s.T0 };

export function searchMoveClauses(newFixture: NewFixture): void {
  describe('a record in the index', () => {
    const opened = useFixture(newFixture);
    const keys = (text: string, scope: SearchScope) => keysIn(opened().store, 'records', word(text), scope);
    const changed = (version: number, facts: Partial<ThroughlineRecord>) =>
      opened().store.ledger.commit([c.record({ ...facts, version })]);

    it.each<[string, Partial<ThroughlineRecord>]>([
      ['is resolved', { status: 'resolved' }],
      ['is superseded', { status: 'superseded', supersededBy: 'rec_9' }],
      ['is retracted', { status: 'retracted' }],
      ['is called expired', { status: 'expired' }],
      ['is withheld', { isWithheld: true }],
    ])('no longer holds when it %s, and holds again when it is revived', async (_, facts) => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.record()]);
      expect(await keys('build', LIVE)).toHaveLength(1);
      await changed(2, facts);
      expect(await keys('build', LIVE)).toEqual([]);
      expect(await foundIn(store, 'records', word('build'))).toEqual(['rec_1']);
      await changed(3, {});
      expect(await keys('build', LIVE)).toHaveLength(1);
    });

    it('is inactive when its session is withheld', async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.record(),
        c.record({ id: 'rec_2', sessionId: 'ses_2' }),
        c.record({ id: 'rec_3', type: 'decision' }),
      ]);
      await store.ledger.commit([{ kind: 'withhold', sessionId: 'ses_1', types: ['open_loop'] }]);
      expect(await keys('build', LIVE)).toHaveLength(2);
      expect(await foundIn(store, 'records', word('build'), LIVE)).toEqual(['rec_3', 'rec_2']);
    });

    it('moves with its project and category', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.record()]);
      await changed(2, { projectId: 'prj_2', category: 'lesson' });
      expect(await keys('build', { projectIds: ['prj_1'] })).toEqual([]);
      expect(await keys('build', { categories: ['context'] })).toEqual([]);
      expect(await keys('build', { projectIds: ['prj_2'], categories: ['lesson'] })).toHaveLength(1);
      await changed(3, { projectId: null });
      expect(await keys('build', { projectIds: ['prj_2'] })).toEqual([]);
      expect(await keys('build', { projectIds: [null], categories: ['context'] })).toHaveLength(1);
    });

    it('is found by its current text, not by earlier text', async () => {
      const { store } = opened();
      const first = { content: 'the zebra', subject: 'okapi', tags: ['kudu'], aliases: ['parseGnuRow'] };
      await store.ledger.commit([c.project(), c.record(first)]);
      for (const name of ['zebra', 'okapi', 'kudu', 'gnu'])
        expect(await keys(name, LIVE), name).toHaveLength(1);
      await changed(2, { content: '東京は雨', subject: 'rain' });
      for (const name of ['zebra', 'okapi', 'kudu', 'gnu', 'parseGnuRow'])
        expect(await keys(name, {}), name).toEqual([]);
      for (const name of ['東京', 'rain']) expect(await keys(name, LIVE), name).toHaveLength(1);
    });

    it('keeps its key and its sequence when it changes', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.record(), c.record({ id: 'rec_2' })]);
      const { candidates } = await findIn(store, 'records', word('build'));
      await changed(2, { importance: 9 });
      expect((await findIn(store, 'records', word('build'))).candidates).toEqual(candidates);
    });

    it('is forgotten with its versions, in counters, index and lists; the journal keeps id and digest', async () => {
      const { store } = opened();
      const { ledger, records } = store;
      const first = aRecord({
        id: 'secret',
        content: 'the zebra crossing',
        tags: ['quaggaHerd'],
        subject: '東京都',
      });
      const second = { ...first, content: 'the okapi crossing', digest: c.sha('okapi'), version: 2 };
      await ledger.commit([
        c.project(),
        c.record({ id: 'other', content: 'crossing' }),
        { kind: 'record', record: first, expectedVersion: 0 },
      ]);
      await ledger.commit([{ kind: 'record', record: second, expectedVersion: 1 }]);
      await ledger.commit([{ kind: 'forget', record: second, at: s.after(5) }]);
      expect(await records.findAll(['secret'])).toEqual([]);
      for (const name of ['zebra', 'okapi', 'quagga', 'herd', 'quaggaHerd', '東京', '東京都'])
        expect(await keys(name, {}), name).toEqual([]);
      expect(await foundIn(store, 'records', word('crossing'))).toEqual(['other']);
      expect((await findIn(store, 'records', EVERYTHING)).frequency.count).toBe(1);
      const entries = (await ledger.read(0, 100)).filter(({ stream }) => stream === 'secret');
      expect(entries.map(({ type }) => type)).toEqual(['record.stored', 'record.updated', 'record.deleted']);
      expect(JSON.stringify(entries)).not.toMatch(/zebra|okapi crossing/);
      const { items, total } = await records.listLive('prj_1', first.type, 50, 100, s.T0);
      expect(total).toBe(items.length);
    });

    it('is forgotten only in the expected version', async () => {
      const { ledger, records } = opened().store;
      const record = aRecord({ id: 'moving' });
      await ledger.commit([c.project(), { kind: 'record', record, expectedVersion: 0 }]);
      await ledger.commit([{ kind: 'record', record: { ...record, version: 2 }, expectedVersion: 1 }]);
      await expect(ledger.commit([{ kind: 'forget', record, at: s.T0 }])).rejects.toMatchObject({
        code: 'version_conflict',
      });
      expect(await records.findAll(['moving'])).toHaveLength(1);
      expect(await keys('build', {})).toHaveLength(1);
    });
  });
}
