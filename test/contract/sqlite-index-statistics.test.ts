import { expect, it, onTestFinished } from 'vitest';
import type { IndexQuery, SearchScope } from '../../src/app/ports/search-index.ts';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { IndexStatistics } from '../../src/storage/sqlite/index-statistics.ts';
import * as s from '../domain/session/session-fixtures.ts';
import * as c from './clauses/changes.ts';
import { findIn, word } from './clauses/found.ts';
import { newSqliteFixture } from './sqlite-fixture.ts';

const MAX_RARE = 300;

/** `heron` is in as many records of the workspace as are rare, `violin` in one more; every other one is of another project or no longer active. */
async function filled() {
  const fixture = await newSqliteFixture();
  onTestFinished(() => fixture.destroy());
  const store = await fixture.openWorkspace();
  const other = await fixture.openWorkspace('other');
  const record = (index: number) =>
    c.record({
      id: `r${index}`,
      content: `${index < MAX_RARE ? 'heron ' : ''}violin ${index}`,
      projectId: index % 2 === 0 ? 'prj_1' : 'prj_2',
      status: index % 5 === 0 ? 'resolved' : 'active',
    });
  await store.ledger.commit([
    c.project(),
    ...Array.from({ length: MAX_RARE + 1 }, (_, index) => record(index)),
  ]);
  await other.ledger.commit([
    c.project(),
    ...[1, 2].map((id) => c.record({ id: `o${id}`, content: 'heron violin' })),
  ]);
  return { fixture, store };
}

const SCOPES: readonly SearchScope[] = [
  {},
  { projectIds: ['prj_1', null] },
  { exceptProjectIds: ['prj_1'], isLiveAt: s.T0 },
  { isPast: true },
  { since: s.after(1) },
];

it('knows the rows of a rare word in each scope of its workspace, and nothing of a word that is not rare', async () => {
  const { fixture } = await filled();
  const connection = new Connection({ path: fixture.path, busyTimeoutMs: 5_000 });
  onTestFinished(() => connection.close());
  const statistics = new IndexStatistics(connection, 'default');
  expect(statistics.findRare('records', word('heron'), {})).toHaveLength(MAX_RARE);
  expect(statistics.findRare('records', word('violin'), {})).toBeUndefined();
  expect(statistics.findRare('records', word('basilisk'), {})).toEqual([]);
});

it('knows the rows of alternatives that few rows match', async () => {
  const { fixture } = await filled();
  const connection = new Connection({ path: fixture.path, busyTimeoutMs: 5_000 });
  onTestFinished(() => connection.close());
  const statistics = new IndexStatistics(connection, 'default');
  const either = (...some: readonly IndexQuery[]) => statistics.findRare('records', { some }, {});
  expect(either(word('heron'), { begins: 'basil' })).toHaveLength(MAX_RARE);
  expect(either(word('basilisk'), { begins: 'basil' })).toEqual([]);
  expect(either(word('heron'), word('violin'))).toBeUndefined();
});

it('knows which tables have no rows', async () => {
  const { fixture } = await filled();
  const connection = new Connection({ path: fixture.path, busyTimeoutMs: 5_000 });
  onTestFinished(() => connection.close());
  const statistics = new IndexStatistics(connection, 'default');
  expect(statistics.isEmpty('records')).toBe(false);
  expect(statistics.isEmpty('texts')).toBe(true);
});

it('knows the rows of a combination as soon as chance would make it rare', async () => {
  const { fixture } = await filled();
  const connection = new Connection({ path: fixture.path, busyTimeoutMs: 5_000 });
  onTestFinished(() => connection.close());
  const statistics = new IndexStatistics(connection, 'default');
  const both = (first: string, second: string) =>
    statistics.findRare('records', { all: [word(first), word(second)] }, {});
  expect(both('heron', 'violin')).toHaveLength(MAX_RARE);
  expect(both('heron', 'basilisk')).toEqual([]);
  expect(both('violin', 'violin')).toBeUndefined();
  expect(statistics.findRare('records', { all: [word('heron'), { begins: 'viol' }] }, {})).toBeUndefined();
});

it.each([
  ['one rare word', word('heron')],
  ['one common word', word('violin')],
  ['two words', { all: [word('heron'), word('violin')] }],
  ['rare alternatives', { some: [word('heron'), word('basilisk')] }],
  ['common alternatives', { some: [word('heron'), { begins: 'viol' }] }],
])('does not change what a search for %s finds', async (_, query) => {
  const { store } = await filled();
  for (const scope of SCOPES) {
    const direct = await findIn(store, 'records', query, scope);
    // Such a query is always compared with the list of everything in the scope.
    const compared = await findIn(store, 'records', { all: [query, { everything: true }] }, scope);
    expect(direct, JSON.stringify(scope)).toEqual(compared);
  }
});
