import { describe, expect, it } from 'vitest';
import type { IndexQuery, SearchScope } from '../../../src/app/ports/search-index.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { EVERYTHING, findIn, foundIn, keysIn, readKeys, word } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const RECORDS = [
  c.record({ id: 'near', content: 'the migrations of orders run at night' }),
  c.record({
    id: 'far',
    content: 'orders are many',
    type: 'decision',
    category: 'lesson',
    createdAt: s.after(1),
  }),
  c.record({ id: 'gone', content: 'orders of old', status: 'superseded', createdAt: s.after(2) }),
  c.record({ id: 'brief', content: 'orders for a while', expiresAt: s.after(10), createdAt: s.after(3) }),
  c.record({
    id: 'past',
    content: 'orders long ago',
    occurredAt: '2019-03-04T00:00:00.000Z',
    createdAt: s.after(4),
  }),
  c.record({ id: 'away', content: 'orders elsewhere', projectId: 'prj_2', createdAt: s.after(5) }),
  c.record({
    id: 'all',
    content: 'orders everywhere',
    projectId: null,
    type: 'relational_delta',
    category: 'relationship',
    aliases: ['commandes'],
    tags: ['billing'],
    subject: 'ordering',
    createdAt: s.after(6),
  }),
];

const SCOPES: readonly (readonly [string, SearchScope, readonly string[]])[] = [
  ['nothing at all', {}, ['all', 'away', 'past', 'brief', 'gone', 'far', 'near']],
  ['one project', { projectIds: ['prj_1'] }, ['past', 'brief', 'gone', 'far', 'near']],
  ['what is global', { projectIds: [null] }, ['all']],
  ['a project and what is global', { projectIds: ['prj_2', null] }, ['all', 'away']],
  ['no project, not even the global one', { projectIds: [] }, []],
  ['all projects but one', { exceptProjectIds: ['prj_1'] }, ['all', 'away']],
  ['several projects but one', { projectIds: ['prj_1', 'prj_2'], exceptProjectIds: ['prj_1'] }, ['away']],
  ['what holds', { isLiveAt: s.T0 }, ['all', 'away', 'past', 'brief', 'far', 'near']],
  ['what holds later', { isLiveAt: s.after(10) }, ['all', 'away', 'past', 'far', 'near']],
  ['what no longer holds', { isPast: true }, ['gone']],
  ['a type', { types: ['decision'] }, ['far']],
  ['types with an underscore', { types: ['relational_delta', 'decision'] }, ['all', 'far']],
  ['no type', { types: [] }, []],
  ['a category', { categories: ['lesson'] }, ['far']],
  ['when it happened', { since: s.after(3), until: s.after(5) }, ['away', 'brief']],
  ['when it happened, long before it was written', { until: '2020-01-01T00:00:00.000Z' }, ['past']],
  ['when it was written, not when it happened', { writtenBy: s.after(3) }, ['brief', 'gone', 'far', 'near']],
  [
    'all of it together',
    { projectIds: ['prj_1', null], isLiveAt: s.T0, types: ['open_loop'], since: s.after(1) },
    ['brief'],
  ],
];

const ODD = [
  '"',
  '""',
  "'",
  "'; DROP TABLE records; --",
  'NEAR(',
  '*',
  '^',
  '(',
  ')',
  '-',
  '+',
  ':',
  '{scope}',
  '',
];
const SYNTAX = [
  'scope:on',
  'scope : on',
  'content: orders',
  'AND',
  'OR',
  'NOT',
  'orders AND',
  'a\0b',
  '\ud800',
];

export function searchClauses(newFixture: NewFixture): void {
  describe('search of records', () => {
    const opened = useFixture(newFixture);
    const filled = async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), ...RECORDS]);
      return store;
    };

    it('finds words in every inflection, in names too, and newest first', async () => {
      const store = await filled();
      expect(await foundIn(store, 'records', word('order'))).toEqual(SCOPES[0]?.[2]);
      expect(await foundIn(store, 'records', word('MIGRATION'))).toEqual(['near']);
      for (const name of ['commandes', 'billing', 'ordering'])
        expect(await foundIn(store, 'records', word(name)), name).toContain('all');
      expect(await foundIn(store, 'records', word('night', 'many'))).toEqual(['far', 'near']);
      expect(await foundIn(store, 'records', word('nothing'))).toEqual([]);
    });

    it.each(SCOPES)('is narrowed by %s', async (_, scope, ids) => {
      const store = await filled();
      expect(await foundIn(store, 'records', word('orders'), scope)).toEqual(ids);
      expect(await foundIn(store, 'records', EVERYTHING, scope)).toEqual(ids);
    });

    it('applies the scope in the index, so that other records cannot crowd out matches', async () => {
      const store = await filled();
      for (const [name, scope, ids] of SCOPES) {
        // Whether something has expired only the record knows.
        const expired = scope.isLiveAt === s.after(10) ? 1 : 0;
        const keys = await keysIn(store, 'records', word('orders'), scope);
        // What expires by time may be found until the store notices.
        expect(keys.length, name).toBeGreaterThanOrEqual(ids.length);
        expect(keys.length, name).toBeLessThanOrEqual(ids.length + expired);
      }
    });

    it('returns at most as many as asked for, newest first, and reports how many there are', async () => {
      const store = await filled();
      const frequency = async (query: IndexQuery, limit: number) =>
        (await findIn(store, 'records', query, {}, limit)).frequency;
      expect(await foundIn(store, 'records', word('orders'), {}, 2)).toEqual(['all', 'away']);
      expect(await frequency(word('orders'), 8)).toEqual({ count: 7, isEstimate: false });
      expect(await frequency(word('orders'), 7)).toEqual({ count: 7, isEstimate: false });
      expect(await frequency(word('orders'), 6)).toMatchObject({ isEstimate: true });
      expect(await frequency(word('nothing'), 1)).toEqual({ count: 0, isEstimate: false });
      expect(await keysIn(store, 'records', word('orders'), {}, 0)).toEqual([]);
    });

    it('estimates how many there are by how close together the newest are', async () => {
      const { store } = opened();
      const many = Array.from({ length: 300 }, (_, index) =>
        c.record({ id: `r${index}`, content: index % 3 === 0 ? 'a common word' : 'another one' }),
      );
      await store.ledger.commit([c.project(), ...many, c.record({ id: 'rare', content: 'xylophone' })]);
      const { frequency } = await findIn(store, 'records', word('common'), {}, 20);
      expect(frequency.isEstimate).toBe(true);
      expect(frequency.count).toBeGreaterThan(80);
      expect(frequency.count).toBeLessThan(120);
      expect((await findIn(store, 'records', EVERYTHING, {}, 20)).frequency).toEqual({
        count: 301,
        isEstimate: true,
      });
    });

    it('finds words in order, beginnings, and several together', async () => {
      const store = await filled();
      const found = (query: IndexQuery) => foundIn(store, 'records', query);
      expect(await found({ phrase: ['orders', 'of', 'old'] })).toEqual(['gone']);
      expect(await found({ phrase: ['old', 'of', 'orders'] })).toEqual([]);
      expect(await found({ begins: 'migr' })).toEqual(['near']);
      expect(await found({ begins: 'igra' })).toEqual([]);
      expect(await found({ all: [word('orders'), word('night', 'many')] })).toEqual(['far', 'near']);
      expect(await found({ all: [word('orders'), { phrase: ['at', 'night'] }, { begins: 'mi' }] })).toEqual([
        'near',
      ]);
      expect(await found({ all: [word('orders'), EVERYTHING, word('old')] })).toEqual(['gone']);
    });

    it('finds a compound name by its parts and by itself', async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'a', content: 'call getUserById there' }),
        c.record({ id: 'b', content: 'a HTTPServer2', tags: ['parseLedgerRow'] }),
        c.record({ id: 'c', content: 'the user is called' }),
      ]);
      expect(await foundIn(store, 'records', word('user'))).toEqual(['c', 'a']);
      expect(await foundIn(store, 'records', word('getuserbyid'))).toEqual(['a']);
      expect(await foundIn(store, 'records', word('server'))).toEqual(['b']);
      expect(await foundIn(store, 'records', word('ledger'))).toEqual(['b']);
    });

    it('finds two neighboring characters in scripts without spaces', async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'tokyo', content: '東京都で雨が降る。' }),
        c.record({ id: 'kyoto', content: '京都は晴れ' }),
        c.record({ id: 'seoul', content: '서울특별시에서 만나요' }),
      ]);
      expect(await foundIn(store, 'records', { phrase: ['東京', '京都'] })).toEqual(['tokyo']);
      expect(await foundIn(store, 'records', { phrase: ['京都'] })).toEqual(['kyoto', 'tokyo']);
      expect(await foundIn(store, 'records', { begins: '晴' })).toEqual(['kyoto']);
      expect(await foundIn(store, 'records', { phrase: ['울특', '특별', '별시'] })).toEqual(['seoul']);
    });

    it.each([...ODD, ...SYNTAX])('takes %j as words and not as syntax', async (typed) => {
      const store = await filled();
      for (const query of [
        word(typed),
        { begins: typed },
        { phrase: [typed, typed] },
        { all: [word(typed)] },
      ])
        for (const source of ['records', 'texts'] as const) {
          const found = foundIn(store, source, query, { projectIds: ['prj_1', null] });
          if (ODD.includes(typed)) expect(await found).toEqual([]);
          else await expect(found).resolves.toBeDefined();
        }
      expect(await foundIn(store, 'records', word('orders'))).toHaveLength(7);
    });

    it('finds nothing by the tokens of the scope column, and nothing without a word', async () => {
      const store = await filled();
      for (const name of ['on', 'off', 'onp', 'typedecision', 'categorylesson', 'prj1', 'onpprj1'])
        expect(await keysIn(store, 'records', word(name)), name).toEqual([]);
      expect(await keysIn(store, 'records', { any: [] })).toEqual([]);
      expect(await keysIn(store, 'records', { phrase: [] })).toEqual([]);
      expect(await foundIn(store, 'records', { all: [] })).toHaveLength(7);
    });

    it('finds and counts nothing of another workspace', async () => {
      const store = await filled();
      const other = opened().workspace('elsewhere');
      await other.ledger.commit([c.project(), c.record({ content: 'orders of others' })]);
      await other.ledger.commit([
        c.record({ id: 'rec_2', content: 'orders of all', projectId: null }),
        c.note({ summary: 'orders' }),
      ]);
      for (const scope of [{}, { projectIds: ['prj_1', null] }, { isLiveAt: s.T0 }]) {
        expect(await foundIn(other, 'records', word('orders'), scope)).toEqual(['rec_2', 'rec_1']);
        expect(await foundIn(store, 'records', word('orders'), scope, 1)).toEqual(['all']);
      }
      expect(await keysIn(store, 'texts', word('orders'))).toEqual([]);
      expect((await findIn(store, 'records', EVERYTHING)).frequency.count).toBe(7);
      const theirs = await keysIn(other, 'records', word('orders'));
      expect(await readKeys(store, theirs)).toEqual([]);
    });
  });
}
