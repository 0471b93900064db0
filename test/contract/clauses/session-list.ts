import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionFilter, SessionKey } from '../../../src/app/ports/readers.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import { capture } from './capture-changes.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const NOBODY = { withHooks: '', withoutHooks: '' };

const idsOf = async (store: Store, filter: SessionFilter, limit = 50, after: SessionKey | null = null) =>
  (await store.sessions.list(filter, NOBODY, limit, after)).items.map(({ id }) => id);

const SESSIONS = [
  c.session([s.started({ id: 'a', at: s.after(1), title: 'Fix the flaky build', agent: 'ada' })]),
  c.session([s.started({ id: 'b', at: s.after(2), title: null, kind: 'game', agent: 'bob' }), s.paused(9)]),
  c.session([s.started({ id: 'c', at: s.after(3), title: '100% of it_all \\o/', agent: null }), s.ended(9)]),
  c.session([s.started({ id: 'd', at: s.after(3), title: 'Über', projectId: 'prj_2' }), s.closed(9)]),
];

export function sessionListClauses(newFixture: NewFixture): void {
  describe('the list of sessions', () => {
    const opened = useFixture(newFixture);
    const filled = async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.project({ id: 'prj_2' }), ...SESSIONS]);
      return store;
    };

    it('is newest first, of all projects if none is named', async () => {
      expect(await idsOf(await filled(), {})).toEqual(['d', 'c', 'b', 'a']);
    });

    it.each<[string, SessionFilter, readonly string[]]>([
      ['project', { projectId: 'prj_1' }, ['c', 'b', 'a']],
      ['status', { status: 'paused' }, ['b']],
      ['status closed', { status: 'closed' }, ['d']],
      ['kind', { kind: 'game' }, ['b']],
      ['agent', { agent: 'ada' }, ['d', 'a']],
      ['since, itself included', { since: s.after(2) }, ['d', 'c', 'b']],
      ['until, itself included', { until: s.after(2) }, ['b', 'a']],
      ['all of them together', { projectId: 'prj_1', since: s.after(2), status: 'ended' }, ['c']],
      ['a word of the title', { query: 'flaky' }, ['a']],
      ['part of the title, in any case', { query: 'FLAKY bui' }, ['a']],
      ['letters that mean something in patterns', { query: '100%' }, ['c']],
      ['an underscore', { query: 't_a' }, ['c']],
      ['a backslash', { query: '\\o/' }, ['c']],
      ['nothing but blanks', { query: '  ' }, ['d', 'c', 'b', 'a']],
      ['a word that nobody wrote', { query: 'dragon' }, []],
    ])('is filtered by %s', async (_, filter, ids) => {
      expect(await idsOf(await filled(), filter)).toEqual(ids);
    });

    it('is filtered by words of records and notes, also of those written or changed later', async () => {
      const store = await filled();
      await store.ledger.commit([
        c.record({ id: 'r1', sessionId: 'b', content: 'The wyvern sleeps' }),
        c.note({ id: 'n1', sessionId: 'c', summary: 'We fed the WYVERN', events: ['a griffon came'] }),
      ]);
      expect(await idsOf(store, { query: 'wyvern' })).toEqual(['c', 'b']);
      expect(await idsOf(store, { query: 'griffon basilisk' })).toEqual(['c']);
      await store.ledger.commit([c.note({ id: 'n1', sessionId: 'c', summary: 'We fled', version: 2 })]);
      expect(await idsOf(store, { query: 'wyvern' })).toEqual(['b']);
    });

    it('is not matched by words of turns and captures', async () => {
      const store = await filled();
      await store.ledger.commit([
        {
          kind: 'turn',
          turn: { sessionId: 'b', number: 1, at: s.T0, who: null, what: 'The wyvern is fed.', isSaid: true },
        },
        capture([{ line: 1, at: null, kind: 'reply', text: 'Where is the wyvern?' }], { sessionId: 'c' }),
      ]);
      expect(await idsOf(store, { query: 'wyvern' })).toEqual([]);
    });

    it.each(['"', "'", '"unclosed', 'NEAR(', 'a AND', '*', 'title:x', '-', '(((', '; DROP TABLE x', '\\'])(
      'takes %s as words, not as syntax',
      async (query) => {
        const store = await filled();
        await expect(store.sessions.list({ query }, NOBODY, 5, null)).resolves.toBeDefined();
      },
    );

    it('is paged through exactly once, with any limit, and says how many are left', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project()]);
      const starts = Array.from({ length: 23 }, (_, index) =>
        s.started({ id: `ses_${String(index).padStart(2, '0')}`, at: s.after(Math.floor(index / 4)) }),
      );
      await store.ledger.commit(starts.map((start) => c.session([start])));
      const newestFirst = starts.map(({ id }) => id).toReversed();
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 25 }), async (limit) => {
          const seen: string[] = [];
          let after: SessionKey | null = null;
          for (let isMore = true; isMore; ) {
            const page: Awaited<ReturnType<Store['sessions']['list']>> = await store.sessions.list(
              {},
              NOBODY,
              limit,
              after,
            );
            seen.push(...page.items.map(({ id }) => id));
            expect(page.remaining).toBe(newestFirst.length - seen.length);
            after = page.items.at(-1) ?? null;
            isMore = page.remaining > 0;
          }
          expect(seen).toEqual(newestFirst);
        }),
        { numRuns: 25 },
      );
    });

    it('counts the remaining sessions within the filter only', async () => {
      const store = await filled();
      const page = await store.sessions.list({ projectId: 'prj_1' }, NOBODY, 1, null);
      expect(page).toMatchObject({ items: [{ id: 'c' }], remaining: 2 });
      const rest = await store.sessions.list({ projectId: 'prj_1' }, NOBODY, 5, {
        startedAt: s.after(3),
        id: 'c',
      });
      expect(rest).toMatchObject({ items: [{ id: 'b' }, { id: 'a' }], remaining: 0 });
    });
  });
}
