import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenStore, Store } from '../../src/app/ports/store.ts';
import { invalid } from '../../src/domain/error.ts';
import { nextStep } from '../../src/domain/next-step.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import * as c from './clauses/changes.ts';
import { EVERYTHING, keysIn } from './clauses/found.ts';
import type { SqliteFixture } from './sqlite-fixture.ts';
import { errorFrom, failureOf } from './worker/messages.ts';
import { openWorkerStore } from './worker/open-worker-store.ts';
import { newWorkerFixture } from './worker-fixture.ts';

/** What the worker adapter adds to SQLite, without which the contract would be checked on SQLite twice. */
describe('the store in a worker thread', () => {
  let fixture: SqliteFixture;
  let openStore: OpenStore;
  let store: Store;
  beforeEach(async () => {
    fixture = await newWorkerFixture();
    openStore = await fixture.open();
    store = openStore.workspace('default');
  });
  afterEach(() => fixture.destroy());

  it('resolves no call before the next turn of the event loop', async () => {
    let isAnswered = false;
    const call = store.ledger.end().then(() => {
      isAnswered = true;
    });
    for (let count = 0; count < 1_000; count += 1) await undefined;
    expect(isAnswered).toBe(false);
    await call;
    expect(isAnswered).toBe(true);
  });

  it('may resolve concurrent calls in another order', async () => {
    const order: number[] = [];
    const asked = Array.from({ length: 30 }, (_, index) => index);
    await Promise.all(asked.map(async (index) => order.push((await store.ledger.end()) * 0 + index)));
    expect(order).not.toEqual(asked);
    expect(order.toSorted((a, b) => a - b)).toEqual(asked);
  });

  it('returns copies, and refuses values that cannot be cloned', async () => {
    const project = c.aProject();
    await store.ledger.commit([c.project()]);
    expect(await store.projects.find('prj_1')).not.toBe(await store.projects.find('prj_1'));
    const impure = { ...c.project({ ...project, version: 2 }), later: () => undefined };
    await expect(store.ledger.commit([impure])).rejects.toThrow('could not be cloned');
  });

  it('returns opaque keys, which differ between workspaces', async () => {
    const [one, other] = [openStore.workspace('one'), openStore.workspace('other')];
    for (const each of [one, other]) await each.ledger.commit([c.project(), c.record()]);
    const keys = [
      ...(await keysIn(one, 'records', EVERYTHING)),
      ...(await keysIn(other, 'records', EVERYTHING)),
    ];
    for (const key of keys) expect(key).toMatch(/^[\w-]{22,}$/);
    expect(new Set(keys).size).toBe(2);
  });

  it('passes refusals on with all their fields', () => {
    const refused = invalid('too_long', 'It is too long.', 'Pass less.', {
      fields: [{ field: 'content', problem: 'is too long', limit: 9 }],
      allowed: ['a', 'b'],
      next: [nextStep('session.list')],
    });
    expect(errorFrom(structuredClone(failureOf(refused)))).toEqual(refused);
    expect(errorFrom(structuredClone(failureOf(new RangeError('below(0)'))))).toEqual(
      new RangeError('below(0)'),
    );
  });

  it('passes on why a store cannot be opened', async () => {
    const file = { path: fixture.folder, busyTimeoutMs: 0, now: T0 };
    const opening = openWorkerStore({ file, seed: 'refused', secret: 'refused' });
    expect(await c.outcome(opening)).toMatch(/^unavailable: /);
  });
});
