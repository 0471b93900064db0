import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { refusal } from '../app/test-app.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import { holdLock } from '../support/held-lock.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

/** Much longer than any of these tests takes: what they wait for is an event. */
const PATIENT_MS = 60_000;

let fixture: SqliteFixture;
beforeEach(async () => {
  fixture = await newSqliteFixture();
});
afterEach(() => fixture.destroy());

const openPatiently = (options: { busyTimeoutMs?: number; lockBudgetMs?: number } = {}) =>
  openWorkspace({ path: fixture.path, workspace: 'default', busyTimeoutMs: PATIENT_MS, now: T0, ...options });

const project = (id: string) => c.project({ id });

describe('while another process holds the write lock', () => {
  it('answers reads sent after a commit, and commits once the lock is released', async () => {
    const store = openPatiently();
    await store.ledger.commit([project('prj_before')]);
    const release = holdLock(fixture.path);
    const order: string[] = [];
    const commit = store.ledger.commit([project('prj_late')]).then(() => order.push('committed'));

    expect(await store.projects.find('prj_before')).toBeDefined();
    expect(await store.projects.find('prj_late')).toBeUndefined();
    expect(await store.ledger.read(0, 10)).toHaveLength(1);
    order.push('read');
    release();
    await commit;

    expect(order).toEqual(['read', 'committed']);
    expect(await store.projects.find('prj_late')).toBeDefined();
    await store.close();
  });

  it.each([['stop'], ['close']] as const)('%s ends the wait, and nothing is written', async (how) => {
    const store = openPatiently();
    await store.ledger.commit([project('prj_before')]);
    const release = holdLock(fixture.path);
    const refused = refusal(store.ledger.commit([project('prj_late')]));
    await store[how]();

    expect(await refused).toBe('unavailable: store_stopping');
    release();
    const next = await fixture.openWorkspace();
    expect(await next.projects.find('prj_before')).toBeDefined();
    expect(await next.projects.find('prj_late')).toBeUndefined();
    await store.close();
  });

  it('still reads after stop, and still commits where it does not have to wait', async () => {
    const store = openPatiently();
    store.stop();
    await store.ledger.commit([project('prj_1')]);
    expect(await store.projects.find('prj_1')).toBeDefined();
    await store.close();
    expect(await refusal(store.projects.find('prj_1'))).toBe('unavailable: store_stopping');
  });

  it('refuses a commit as store_busy when its time is used up', async () => {
    const store = openPatiently({ busyTimeoutMs: 0 });
    const release = holdLock(fixture.path);
    expect(await refusal(store.ledger.commit([project('prj_1')]))).toBe('unavailable: store_busy');
    release();
    expect(await store.projects.find('prj_1')).toBeUndefined();
    await store.close();
  });

  it('shares one time for waiting among all commits of a store that has a budget', async () => {
    const store = openPatiently({ lockBudgetMs: 1 });
    const release = holdLock(fixture.path);
    for (const id of ['prj_1', 'prj_2', 'prj_3'])
      expect(await refusal(store.ledger.commit([project(id)]))).toBe('unavailable: store_busy');
    release();
    await store.ledger.commit([project('prj_1')]);
    await store.close();
  });

  it('opens a store that must be migrated first, and answers once it is', async () => {
    const old = await fixture.openWorkspace('default', MIGRATIONS.slice(0, 1));
    await old.close();
    const release = holdLock(fixture.path);
    const store = openPatiently();
    const order: string[] = [];
    const read = store.projects.list(10).then(() => order.push('read'));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('free');
    release();
    await read;
    expect(order).toEqual(['free', 'read']);
    await store.close();
  });

  it('stop ends the wait for a migration', async () => {
    const old = await fixture.openWorkspace('default', MIGRATIONS.slice(0, 1));
    await old.close();
    const release = holdLock(fixture.path);
    const store = openPatiently();
    const refused = refusal(store.projects.list(10));
    store.stop();
    expect(await refused).toBe('unavailable: store_stopping');
    release();
    await store.close();
  });
});

describe('while another process has the store to itself', () => {
  it('waits with reads too, without blocking the process', async () => {
    await (await fixture.openWorkspace()).close();
    const store = openPatiently();
    await store.ledger.commit([project('prj_1')]);
    await store.close();
    const path = `${fixture.path}-alone`;
    const copy = openDatabase(fixture.path);
    copy.exec(`VACUUM INTO '${path}'`);
    copy.close();
    const holder = openDatabase(path);
    holder.exec('PRAGMA locking_mode = EXCLUSIVE');
    holder.exec('BEGIN EXCLUSIVE');
    const late = openWorkspace({ path, workspace: 'default', busyTimeoutMs: PATIENT_MS, now: T0 });
    const order: string[] = [];
    const read = late.projects.find('prj_1').then((found) => order.push(found?.id ?? 'nothing'));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('free');
    holder.exec('COMMIT');
    holder.close();
    await read;
    expect(order).toEqual(['free', 'prj_1']);
    await late.close();
  });
});

it('all commits from many connections at once succeed', async () => {
  const stores = Array.from({ length: 8 }, () => openPatiently());
  const ids = stores.flatMap((_, store) =>
    Array.from({ length: 10 }, (__, count) => `prj_${store}_${count}`),
  );
  await Promise.all(ids.map((id, index) => stores[index % 8]?.ledger.commit([project(id)])));
  for (const id of ids) expect(await stores[0]?.projects.find(id)).toBeDefined();
  for (const store of stores) await store.close();
});

it('a read after an acknowledged commit sees it, also through another open store', async () => {
  const [one, other] = [openPatiently(), openPatiently()];
  for (let count = 0; count < 25; count += 1) {
    await (count % 2 ? one : other).ledger.commit([project(`prj_${count}`)]);
    for (const store of [one, other]) expect(await store.projects.find(`prj_${count}`)).toBeDefined();
  }
  for (const store of [one, other]) await store.close();
});
