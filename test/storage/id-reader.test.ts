import { expect, it, onTestFinished } from 'vitest';
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
