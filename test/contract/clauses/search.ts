import { describe, expect, it } from 'vitest';
import { aRecord } from '../../domain/record/a-record.ts';
import * as s from '../../domain/session/a-session.ts';
import * as c from './changes.ts';
import { type StoreHouse, useHouse } from './house.ts';

export function searchClauses(newHouse: () => Promise<StoreHouse>): void {
  describe('search and deletion', () => {
    const rooms = useHouse(newHouse);
    const filled = async () => {
      const { store } = rooms();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'near', content: 'the migrations of orders run at night' }),
        c.record({ id: 'far', content: 'orders are many', type: 'decision', category: 'context' }),
        c.record({ id: 'gone', content: 'orders of old', status: 'superseded' }),
        c.record({ id: 'brief', content: 'orders for a while', expiresAt: s.after(10) }),
        c.record({ id: 'away', content: 'orders elsewhere', projectId: 'prj_2' }),
        c.record({ id: 'all', content: 'orders everywhere', projectId: null, aliases: ['commandes'] }),
      ]);
      return store;
    };
    const ids = async (...args: Parameters<Awaited<ReturnType<typeof filled>>['records']['search']>) =>
      (await rooms().store.records.search(...args)).map(({ record }) => record.id);

    it('finds words by stem and alias, best first, within its filter and limit', async () => {
      await filled();
      const live = { projectIds: ['prj_1', null], isLiveAt: s.T0 };
      expect((await ids(['order', 'migration'], live, 10))[0]).toBe('near');
      expect((await ids(['orders'], live, 10)).sort()).toEqual(['all', 'brief', 'far', 'near']);
      expect(await ids(['orders'], live, 2)).toHaveLength(2);
      expect(await ids(['commandes'], {}, 10)).toEqual(['all']);
      expect((await ids(['orders'], { ...live, isLiveAt: s.after(10) }, 10)).sort()).toEqual([
        'all',
        'far',
        'near',
      ]);
      expect(await ids(['orders'], { projectIds: ['prj_1'], types: ['decision'] }, 10)).toEqual(['far']);
      expect(await ids(['orders'], {}, 10)).toHaveLength(6);
      expect(await ids(['nothing'], {}, 10)).toEqual([]);
      expect(await ids([], {}, 10)).toEqual([]);
      expect(await ids(['"', "'; DROP TABLE records", 'NEAR('], {}, 10)).toEqual([]);
    });

    it('forgets a record with its versions, in counters, index and lists; the journal keeps id and digest', async () => {
      const { ledger, records } = await filled();
      const first = aRecord({ id: 'secret', content: 'the zebra crossing' });
      const second = { ...first, content: 'the okapi crossing', digest: c.sha('okapi'), version: 2 };
      await ledger.commit([{ kind: 'record', record: first, expectedVersion: 0 }]);
      await ledger.commit([{ kind: 'record', record: second, expectedVersion: 1 }]);
      await ledger.commit([{ kind: 'forget', record: second, at: s.after(5) }]);
      expect(await records.findAll(['secret'])).toEqual([]);
      expect(await ids(['zebra', 'okapi', 'crossing'], {}, 10)).toEqual([]);
      const entries = (await ledger.read(0, 100)).filter(({ stream }) => stream === 'secret');
      expect(entries.map(({ type }) => type)).toEqual(['record.stored', 'record.updated', 'record.deleted']);
      expect(JSON.stringify(entries)).not.toMatch(/zebra|okapi crossing/);
      const { items, total } = await records.listLive('prj_1', first.type, 50, 100, s.T0);
      expect(total).toBe(items.length);
    });

    it('forgets only the version it was shown', async () => {
      const { ledger, records } = await filled();
      const record = aRecord({ id: 'moving' });
      await ledger.commit([{ kind: 'record', record, expectedVersion: 0 }]);
      await ledger.commit([{ kind: 'record', record: { ...record, version: 2 }, expectedVersion: 1 }]);
      await expect(ledger.commit([{ kind: 'forget', record, at: s.T0 }])).rejects.toMatchObject({
        code: 'version_conflict',
      });
      expect(await records.findAll(['moving'])).toHaveLength(1);
    });
  });
}
