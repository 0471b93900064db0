import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';
import * as c from '../contract/clauses/changes.ts';
import { T0 } from '../domain/session/session-fixtures.ts';

const idOf = (beginning: string) => `rec_${beginning.padEnd(26, '0')}`;

it('compares thousands of ids with all others, wherever in the list an id begins like another one', async () => {
  const store = openSqliteStore({ path: ':memory:', busyTimeoutMs: 0, now: T0 });
  onTestFinished(() => store.close());
  const { ledger, ids } = store.workspace('w');
  const shown = Array.from({ length: 1_201 }, (_, index) => idOf(String(index).padStart(8, '0')));
  const like = (id: string, length: number) => idOf(`${id.slice(4, 4 + length)}z`);
  const [first = '', last = ''] = [shown[0], shown.at(-1)];
  await ledger.commit([c.project(), ...shown.map((id) => c.record({ id }))]);
  const { distinctLength: among } = await ids.measure(shown);
  expect(among).toBe(8);
  await ledger.commit([c.record({ id: like(last, 11) })]);
  expect((await ids.measure(shown)).distinctLength).toBe(12);
  await ledger.commit([c.record({ id: like(first, 14) })]);
  expect((await ids.measure(shown)).distinctLength).toBe(15);
});

it('lets others run while it looks for many beginnings', async () => {
  const store = openSqliteStore({ path: ':memory:', busyTimeoutMs: 0, now: T0 });
  onTestFinished(() => store.close());
  const { ledger, ids } = store.workspace('w');
  await ledger.commit([c.project(), c.record({ id: idOf('abc') })]);
  // Each look at the clock takes a millisecond.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  onTestFinished(() => void vi.restoreAllMocks());
  let turns = 0;
  const countTurn = () => {
    turns += 1;
    counting = setImmediate(countTurn);
  };
  let counting = setImmediate(countTurn);
  const missing = Array.from({ length: 100 }, (_, index) => `rec_zzz${index}`);
  const found = await ids.listByPrefix([...missing, 'rec_abc'], 5);
  clearImmediate(counting);
  expect(found.get('rec_abc')).toEqual([idOf('abc')]);
  expect(turns).toBeGreaterThan(5);
});
