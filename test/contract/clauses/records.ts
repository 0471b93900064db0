import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordFilter, TextKey } from '../../../src/app/ports/readers.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const LATE = s.after(s.days(9));

const RECORDS = [
  c.record({ id: 'loop' }),
  c.record({ id: 'rule', type: 'constraint', category: 'lesson', sessionId: 'ses_2' }),
  c.record({ id: 'old', type: 'decision', status: 'superseded', supersededBy: 'new' }),
  c.record({ id: 'new', type: 'decision' }),
  c.record({ id: 'done', status: 'resolved', resolvedAt: s.T0, resolution: 'so' }),
  c.record({ id: 'brief', type: 'memory', category: 'general', expiresAt: s.after(10), projectId: null }),
  c.record({ id: 'away', projectId: 'prj_2' }),
];

const idsOf = async (store: Store, filter: RecordFilter) =>
  (await store.records.list(filter, 50, null)).items.map(({ id }) => id);

const is = (status: 'active' | 'expired' | 'resolved' | 'superseded', now = s.T0) => ({ is: status, now });

export function recordClauses(newFixture: NewFixture): void {
  describe('records', () => {
    const opened = useFixture(newFixture);
    const filled = async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.project({ id: 'prj_2' }), ...RECORDS]);
      return store;
    };

    it('come back exactly as they were committed', async () => {
      const { ledger, records } = opened().store;
      const whole = aRecord({
        subject: 'build',
        handoffId: 'hnd_1',
        occurredAt: s.T0,
        tags: ['a', 'b'],
        aliases: ['c'],
        supersedes: ['rec_0'],
        expiresAt: LATE,
        position: 4,
      });
      const bare = aRecord({ id: 'rec_2', projectId: null, sessionId: null, worktree: null, branch: null });
      await ledger.commit([c.project(), c.record(whole), c.record(bare)]);
      expect(await records.findAll(['rec_1', 'rec_2'])).toEqual([whole, bare]);
      expect(await records.findAll(['rec_2', 'rec_9'])).toEqual([bare]);
      expect(await records.findAll([])).toEqual([]);
    });

    it('are found as they were at a given time, with their text of that time', async () => {
      const { ledger, records } = opened().store;
      const first = aRecord({ content: 'one' });
      const second = aRecord({ content: 'two', version: 2, updatedAt: s.after(10), status: 'resolved' });
      await ledger.commit([c.project(), c.record(first)]);
      await ledger.commit([{ kind: 'record', record: second, expectedVersion: 1 }]);
      const at = async (ms: number) => records.findAllAt(['rec_1', 'rec_9'], s.after(ms));
      expect(await at(-1)).toEqual([]);
      expect(await at(0)).toEqual([first]);
      expect(await at(9)).toEqual([first]);
      expect(await at(10)).toEqual([second]);
    });

    it('are bounded by when they happened and when they were written', async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'recorded-late', occurredAt: s.T0, createdAt: s.after(100) }),
        c.record({ id: 'at-once', createdAt: s.after(50) }),
      ]);
      expect(await idsOf(store, { until: s.after(10) })).toEqual(['recorded-late']);
      expect(await idsOf(store, { since: s.after(10) })).toEqual(['at-once']);
      expect(await idsOf(store, { writtenBy: s.after(60) })).toEqual(['at-once']);
    });

    it('are found by exact text while they are active, within project and type', async () => {
      const store = await filled();
      const { digest } = aRecord();
      const find = async (projectId: string, type: 'open_loop' | 'decision', digests = [digest]) =>
        (await store.records.listActiveByDigest(projectId, type, digests)).map(({ id }) => id);
      expect(await find('prj_1', 'open_loop')).toEqual(['loop']);
      expect(await find('prj_2', 'open_loop')).toEqual(['away']);
      expect(await find('prj_1', 'decision')).toEqual(['new']);
      expect(await find('prj_1', 'open_loop', [c.sha('Why does the build hang? ')])).toEqual([]);
      expect(await find('prj_1', 'open_loop', [])).toEqual([]);
    });

    it('are found by the exact texts of several types and projects, in the order of the keys', async () => {
      const store = await filled();
      const { digest } = aRecord();
      const find = async (...keys: readonly TextKey[]) =>
        (await store.records.listActiveByTexts(keys)).map(({ id }) => id);
      const loop = { projectId: 'prj_1', type: 'open_loop', digest } as const;
      expect(
        await find({ ...loop, projectId: 'prj_2' }, { ...loop, type: 'decision' }, loop, {
          ...loop,
          digest: c.sha('another'),
        }),
      ).toEqual(['away', 'new', 'loop']);
      const [brief] = await store.records.findAll(['brief']);
      if (brief === undefined) throw new Error('there is no global record');
      expect(await find({ projectId: null, type: brief.type, digest: brief.digest })).toEqual(['brief']);
      expect(await find({ ...loop, type: brief.type, digest: brief.digest })).toEqual([]);
      expect(await find()).toEqual([]);
    });

    it('are found by exact text in any state, if asked for', async () => {
      const store = await filled();
      const find = async (type: 'open_loop' | 'decision') =>
        (await store.records.listByDigest('prj_1', type, [aRecord().digest])).map(({ id }) => id);
      expect(await find('open_loop')).toEqual(['loop', 'done']);
      expect(await find('decision')).toEqual(['old', 'new']);
    });

    it.each<[string, RecordFilter, readonly string[]]>([
      ['nothing', {}, ['loop', 'rule', 'old', 'new', 'done', 'brief', 'away']],
      ['session', { sessionId: 'ses_2' }, ['rule']],
      ['project', { projectIds: ['prj_2'] }, ['away']],
      ['what is global', { projectIds: [null] }, ['brief']],
      ['project and what is global', { projectIds: ['prj_2', null] }, ['brief', 'away']],
      ['no project at all', { projectIds: [] }, []],
      ['types', { types: ['decision', 'constraint'] }, ['rule', 'old', 'new']],
      ['categories', { categories: ['lesson', 'general'] }, ['rule', 'brief']],
      ['active', { status: is('active') }, ['loop', 'rule', 'new', 'brief', 'away']],
      ['active later', { status: is('active', s.after(10)) }, ['loop', 'rule', 'new', 'away']],
      ['expired', { status: is('expired', s.after(9)) }, []],
      ['expired later', { status: is('expired', s.after(10)) }, ['brief']],
      ['resolved', { status: is('resolved') }, ['done']],
      ['superseded', { status: is('superseded') }, ['old']],
      ['newest first', { types: ['decision'], isNewestFirst: true }, ['new', 'old']],
      [
        'everything at once',
        { sessionId: 'ses_1', types: ['open_loop'], status: is('active') },
        ['loop', 'away'],
      ],
    ])('are listed in the order they were written, filtered by %s', async (_, filter, ids) => {
      expect(await idsOf(await filled(), filter)).toEqual(ids);
    });

    it('that are withheld stay active when their session is asked for, until they expire', async () => {
      const store = await filled();
      await store.ledger.commit([
        c.record({ id: 'fading', type: 'decision', sessionId: 'ses_3', expiresAt: s.after(10) }),
      ]);
      await store.ledger.commit([{ kind: 'withhold', sessionId: 'ses_3', types: ['decision'] }]);
      const filter = { sessionId: 'ses_3' };
      expect(await idsOf(store, { ...filter, status: is('active', s.after(9)) })).toEqual(['fading']);
      expect(await idsOf(store, { types: ['decision'], status: is('active') })).toEqual(['new']);
      expect(await idsOf(store, { ...filter, status: is('active', s.after(10)) })).toEqual([]);
      expect(await idsOf(store, { ...filter, status: is('expired', s.after(10)) })).toEqual(['fading']);
    });

    it('are paged through exactly once, either way, with any limit', async () => {
      const { store } = opened();
      const ids = Array.from({ length: 17 }, (_, index) => `rec_${index}`);
      await store.ledger.commit([
        c.project(),
        ...ids.map((id) => c.record({ id })),
        c.record({ id: 'x', projectId: null }),
      ]);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.boolean(), async (limit, isNewestFirst) => {
          const seen: string[] = [];
          let cursor: string | null = null;
          do {
            const filter = { projectIds: ['prj_1'], isNewestFirst };
            const page: Awaited<ReturnType<Store['records']['list']>> = await store.records.list(
              filter,
              limit,
              cursor,
            );
            seen.push(...page.items.map(({ id }) => id));
            expect(page.remaining).toBe(ids.length - seen.length);
            expect(page.nextCursor === null).toBe(page.remaining === 0);
            cursor = page.nextCursor;
          } while (cursor !== null);
          expect(seen).toEqual(isNewestFirst ? ids.toReversed() : ids);
        }),
        { numRuns: 25 },
      );
    });

    it.each(['', 'x', 'bnVsbA', Buffer.from('["a"]').toString('base64url')])(
      'refuse the cursor %j, which they never gave out',
      async (cursor) => {
        const { store } = opened();
        expect(await c.outcome(store.records.list({}, 5, cursor))).toBe('invalid: cursor_invalid');
      },
    );

    it('are found as the last one of a type in each session, in any state', async () => {
      const store = await filled();
      const idsOfLast = async (sessionIds: string[], type: RecordType) =>
        (await store.records.listLastOf(sessionIds, type)).map(({ id }) => id);
      expect(await idsOfLast(['ses_2', 'ses_1', 'ses_9'], 'constraint')).toEqual(['rule']);
      expect(await idsOfLast(['ses_1'], 'decision')).toEqual(['new']);
      await store.ledger.commit([c.record({ id: 'gone', type: 'decision', status: 'resolved' })]);
      expect(await idsOfLast(['ses_2', 'ses_1'], 'decision')).toEqual(['gone']);
      expect(await idsOfLast([], 'decision')).toEqual([]);
    });

    it('are counted where their ids are measured, unless the caller knows their number', async () => {
      const { ids } = await filled();
      expect((await ids.measure([])).count).toBe(RECORDS.length);
      expect((await ids.measure([], 99)).count).toBe(99);
    });

    it('are counted by session, type and status', async () => {
      const store = await filled();
      const counts = await store.records.countBySession(['ses_1', 'ses_2', 'ses_9']);
      expect(
        counts.map((row) => `${row.sessionId} ${row.type} ${row.status} ${row.count}`).toSorted(),
      ).toEqual([
        'ses_1 decision active 1',
        'ses_1 decision superseded 1',
        'ses_1 memory active 1',
        'ses_1 open_loop active 2',
        'ses_1 open_loop resolved 1',
        'ses_2 constraint active 1',
      ]);
      expect(await store.records.countBySession([])).toEqual([]);
    });

    it('are counted as one number per status when some of them are withheld', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.record({ id: 'a' }), c.record({ id: 'b' })]);
      await store.ledger.commit([{ kind: 'withhold', sessionId: 'ses_1', types: ['open_loop'] }]);
      await store.ledger.commit([c.record({ id: 'c' })]);
      expect(await store.records.countBySession(['ses_1'])).toEqual([
        { sessionId: 'ses_1', type: 'open_loop', status: 'active', count: 3 },
      ]);
    });
  });
}
