import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../src/app/ports/ledger.ts';
import type { ThroughlineRecord } from '../../src/domain/record/record.ts';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { aRecord } from '../domain/record/a-record.ts';
import * as s from '../domain/session/session-fixtures.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import * as c from './clauses/changes.ts';
import { newFixtureWithStore, type SqliteFixture } from './sqlite-fixture.ts';

let fixture: SqliteFixture;
let store: OpenWorkspace;
beforeEach(async () => {
  fixture = await newFixtureWithStore();
  store = await fixture.openWorkspace();
  await store.ledger.commit([c.project(), c.session([s.started()])]);
});
afterEach(() => fixture.destroy());

const DECISION = { type: 'decision', content: 'use the queue', sessionId: 'ses_1' } as const;

async function listed(maxChars = 1_000) {
  const { items } = await store.records.listLive('prj_1', 'decision', 10, maxChars, s.T0);
  return items[0];
}

it('returns the same fact again while neither its record nor its session changes', async () => {
  await store.ledger.commit([c.record(DECISION)]);
  const before = await listed();
  await store.ledger.commit([c.record({ id: 'rec_2' })]);
  expect(before).toMatchObject({ text: DECISION.content });
  expect(await listed()).toBe(before);
});

it('returns a record as it is now after a change', async () => {
  await store.ledger.commit([c.record(DECISION)]);
  await listed();
  const changed = aRecord({ ...DECISION, importance: 9, version: 2 });
  await store.ledger.commit([{ kind: 'record', record: changed, expectedVersion: 1 }]);
  expect(await listed()).toMatchObject({ importance: 9 });
});

it('returns another record that is stored in the row of a deleted one', async () => {
  await store.ledger.commit([c.record(DECISION)]);
  const before = await listed();
  const other = { ...DECISION, id: 'rec_other', content: 'use the table' };
  await store.ledger.commit([{ kind: 'forget', record: aRecord(DECISION), at: s.T0 }]);
  await store.ledger.commit([c.record(other)]);
  expect(before).toMatchObject({ text: DECISION.content });
  expect(await listed()).toMatchObject({ id: 'rec_other', text: other.content });
});

it('returns as much of a text as each caller asks for', async () => {
  await store.ledger.commit([c.record(DECISION)]);
  expect(await listed(3)).toMatchObject({ text: 'use', length: DECISION.content.length });
  expect(await listed()).toMatchObject({ text: DECISION.content });
  expect(await listed(7)).toMatchObject({ text: 'use the' });
});

it('returns when the session of a record was continued, once it was', async () => {
  await store.ledger.commit([c.record(DECISION)]);
  expect(await listed()).not.toHaveProperty('continuedAt');
  await store.ledger.commit([
    c.session([s.started({ id: 'ses_2', clientSessionId: null, at: s.after(7) })]),
    c.session([s.started(), s.succeeded(7)], 1),
  ]);
  expect(await listed()).toMatchObject({ continuedAt: s.after(7) });
});

describe('the same list', () => {
  const list = (now = s.T0) => store.records.listLive('prj_1', 'decision', 10, 1_000, now);

  it('is returned again at any later time while nothing changes', async () => {
    await store.ledger.commit([c.record(DECISION)]);
    const before = await list(s.after(1));
    expect(await list(s.after(9))).toBe(before);
    expect(await list()).not.toBe(before);
  });

  it('is made again for what its sessions are', async () => {
    await store.ledger.commit([c.record(DECISION)]);
    const before = await list();
    await store.ledger.commit([c.session([s.started(), s.succeeded(7)], 1)]);
    expect(await list()).toBe(before);
    await store.ledger.commit([
      c.session([s.started({ id: 'ses_2', clientSessionId: null, at: s.after(7) })]),
    ]);
    expect(await list()).not.toBe(before);
  });

  it('is made again while one of its records is dated ahead', async () => {
    await store.ledger.commit([c.record({ ...DECISION, createdAt: s.after(5) })]);
    const before = await list();
    expect(await list(s.after(4))).not.toBe(before);
    const then = await list(s.after(5));
    expect(await list(s.after(6))).toBe(then);
  });
});

describe('a list that was made before', () => {
  const texts = async (now = s.T0) => {
    const { items, total } = await store.records.listLive('prj_1', 'decision', 10, 1_000, now);
    return [total, items.map(({ text }) => text)];
  };
  const rule = (facts: Partial<ThroughlineRecord> = {}) => aRecord({ ...DECISION, ...facts });
  const other = rule({ id: 'rec_2', content: 'use the table' });

  it.each<[string, readonly Change[], unknown]>([
    ['a new record', [c.record(other)], [2, [DECISION.content, other.content]]],
    [
      'a record of all projects',
      [c.record({ ...other, projectId: null })],
      [2, [DECISION.content, other.content]],
    ],
    ['a changed text', [c.record({ ...DECISION, content: 'use both', version: 2 })], [1, ['use both']]],
    ['a deletion', [{ kind: 'forget', record: rule(), at: s.T0 }], [0, []]],
    [
      'a deletion and a new record',
      [{ kind: 'forget', record: rule(), at: s.T0 }, c.record(other)],
      [1, [other.content]],
    ],
    [
      'two records that changed places with other projects',
      [
        c.project({ id: 'prj_2' }),
        c.record({ ...DECISION, projectId: 'prj_2', version: 2 }),
        c.record(other),
      ],
      [1, [other.content]],
    ],
    ['a closed session', [{ kind: 'withhold', sessionId: 'ses_1', types: ['decision'] }], [0, []]],
  ])('shows %s of another process', async (_, changes, expected) => {
    const another = await fixture.openWorkspace();
    await store.ledger.commit([c.record(DECISION)]);
    expect(await texts()).toEqual([1, [DECISION.content]]);
    await another.ledger.commit(changes);
    expect(await texts()).toEqual(expected);
  });

  it('leaves out what has expired since, and shows it again where the clock was set back', async () => {
    await store.ledger.commit([c.record({ ...DECISION, expiresAt: s.after(5) })]);
    expect(await texts()).toEqual([1, [DECISION.content]]);
    expect(await texts(s.after(5))).toEqual([0, []]);
    expect(await texts(s.after(4))).toEqual([1, [DECISION.content]]);
  });

  it('is not made again for a record of another project', async () => {
    await store.ledger.commit([c.record(DECISION), c.project({ id: 'prj_2' })]);
    await texts();
    const reading = vi.spyOn(Connection.prototype, 'get');
    const listings = () =>
      reading.mock.calls.filter(([text]) => String(text).includes('json_group_array(key)'));
    await store.ledger.commit([c.record({ ...other, projectId: 'prj_2' })]);
    expect(await texts()).toEqual([1, [DECISION.content]]);
    expect(listings()).toEqual([]);
    await store.ledger.commit([c.record({ ...other, version: 2 })]);
    expect(await texts()).toEqual([2, [DECISION.content, other.content]]);
    expect(listings()).toHaveLength(1);
    reading.mockRestore();
  });

  it('is made again after more changes than are read', async () => {
    await store.ledger.commit([c.record(DECISION)]);
    await texts();
    await store.ledger.commit([
      ...Array.from({ length: 600 }, (_, index) => c.record({ id: `rec_m${index}`, type: 'lesson' })),
      c.record(other),
    ]);
    expect(await texts()).toEqual([2, [DECISION.content, other.content]]);
  });
});
