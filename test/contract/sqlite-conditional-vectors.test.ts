import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as s from '../domain/session/session-fixtures.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import { dumpTables, openStaleStore, type StaleStore } from '../support/stale-store.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

let fixture: SqliteFixture;
let store: OpenWorkspace;
let stale: StaleStore | undefined;
beforeEach(async () => {
  fixture = await newSqliteFixture();
  store = await fixture.openWorkspace();
  await store.ledger.commit([c.project(), c.session([s.started()])]);
});
afterEach(async () => {
  stale?.close();
  stale = undefined;
  await fixture.destroy();
});

/** Opens the process that reads everything as it is now, whatever is committed afterwards. */
function openStale(): StaleStore {
  stale = openStaleStore(fixture.path);
  return stale;
}

const dump = () => dumpTables(fixture.path);

describe('of two processes that embed', () => {
  const vector = Float32Array.of(1, 0);
  const put = (from: Pick<StaleStore, 'vectors'>, recordId = 'rec_1', of = vector) =>
    from.vectors.put('m', [{ recordId, version: 1, digest: 'sha256:a', vector: of }], s.T0);
  const claim = (from: Pick<StaleStore, 'vectors'>) => from.vectors.claim('m', s.T0);
  const rowsOf = (table: string) => dump()[table] ?? [];

  it('only one claims the queue, also for the first time', async () => {
    const second = openStale();
    expect([await claim(store), await claim(second)]).toEqual(['mine', 'taken']);
  });

  it('only one claims the queue when a claim has been given up', async () => {
    await claim(store);
    await store.vectors.release();
    const second = openStale();
    expect([await claim(store), await claim(second)]).toEqual(['mine', 'taken']);
  });

  it('none continues with a model that the other has replaced', async () => {
    await claim(store);
    const second = openStale();
    await store.vectors.claim('other', s.T0, { mayChangeModel: true });
    await store.vectors.release();
    const before = dump();
    expect(await claim(second)).not.toBe('mine');
    expect(await put(second)).toBe(false);
    expect(dump()).toEqual(before);
  });

  it('none gets a stamp that the other has used', async () => {
    await claim(store);
    await store.ledger.commit([c.record(), c.record({ id: 'rec_2', content: 'Another' })]);
    const second = openStale();
    await put(store);
    await put(second, 'rec_2');
    expect(rowsOf('record_vectors').map(({ stamp }) => stamp)).toEqual([1, 2]);
  });

  it('none stores the vector of a text that was changed meanwhile', async () => {
    await claim(store);
    await store.ledger.commit([c.record()]);
    const second = openStale();
    await store.ledger.commit([c.record({ content: 'Something else', version: 2 })]);
    await put(second);
    expect([rowsOf('record_vectors'), rowsOf('vector_queue')]).toEqual([[], [expect.anything()]]);
  });

  it('none takes a record off the queue that has become active again meanwhile', async () => {
    await claim(store);
    await store.ledger.commit([c.record(), c.record({ status: 'resolved', version: 2 })]);
    const second = openStale();
    await store.ledger.commit([c.record({ version: 3 })]);
    await second.vectors.listPending(10, null, s.T0);
    expect(rowsOf('vector_queue')).toHaveLength(1);
  });

  it('none surveys with a dimension that the other has replaced', async () => {
    await store.ledger.commit([c.record(), c.record({ id: 'rec_2', content: 'Another' })]);
    await claim(store);
    await put(store);
    const second = openStale();
    await put(store, 'rec_2', Float32Array.of(1, 0, 0));
    const before = dump();
    await second.vectors.survey('m');
    expect(dump()).toEqual(before);
  });
});
