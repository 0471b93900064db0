import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../src/app/ports/ledger.ts';
import type { CampaignImport } from '../../src/campaign/ports/campaign-store.ts';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { statementOf } from '../../src/storage/sqlite/sql.ts';
import { aRecord } from '../domain/record/a-record.ts';
import * as s from '../domain/session/session-fixtures.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import { dumpTables, openStaleStore, type StaleStore } from '../support/stale-store.ts';
import * as g from './clauses/campaign-changes.ts';
import { capture } from './clauses/capture-changes.ts';
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

/** Opens the writer that reads everything as it is now, whatever is committed afterwards. */
function openStale(): StaleStore {
  stale = openStaleStore(fixture.path);
  return stale;
}

const dump = () => dumpTables(fixture.path);

interface Rivalry {
  /** What both writers have read. */
  readonly before?: readonly Change[];
  /** What one of them commits first. */
  readonly first: readonly Change[];
  /** What the other one, who has not seen it, commits. */
  readonly second: readonly Change[];
}

const twice = (...changes: readonly Change[]): Rivalry => ({ first: changes, second: changes });
const campaignImport = (facts: Partial<CampaignImport> = {}): CampaignImport => ({
  kind: 'campaign_import',
  campaign: g.aCampaign(),
  branches: [g.aBranch()],
  entities: [g.anEntity()],
  patches: [],
  events: [],
  at: s.T0,
  ...facts,
});
const forget = (version = 1): Change => ({ kind: 'forget', record: aRecord({ version }), at: s.T0 });
const withhold: Change = { kind: 'withhold', sessionId: 'ses_1', types: ['open_loop'] };
const records = (count: number, version: number) =>
  Array.from({ length: count }, (_, index) => c.record({ id: `rec_${index}`, version }));
const keyed = { key: 'key', digest: 'sha256:a', answer: {} } as never;

const RIVALRIES: Readonly<Record<string, Rivalry>> = {
  'create the same project': twice(c.project({ id: 'prj_2' })),
  'change the same project': {
    first: [c.project({ name: 'One', version: 2 })],
    second: [c.project({ name: 'Other', version: 2 })],
  },
  'start the same session of a client': twice(c.session([s.started({ id: 'ses_2' })])),
  'change the same session': {
    first: [c.session([s.started(), s.paused(1)], 1)],
    second: [c.session([s.started(), s.ended(2)], 1)],
  },
  'write the same note': twice(c.note()),
  'change the same note': {
    before: [c.note()],
    first: [c.note({ summary: 'One', version: 2 })],
    second: [c.note({ summary: 'Other', version: 2 })],
  },
  'store the same record': twice(c.record()),
  'store batches that share one record': {
    first: [c.record({ id: 'rec_150' })],
    second: records(200, 1),
  },
  'change the same record': {
    before: [c.record()],
    first: [c.record({ content: 'One', version: 2 })],
    second: [c.record({ content: 'Other', version: 2 })],
  },
  'change batches that share one record': {
    before: records(200, 1),
    first: [c.record({ id: 'rec_150', content: 'One', version: 2 })],
    second: records(200, 2),
  },
  'change a record that was forgotten meanwhile': {
    before: [c.record()],
    first: [forget()],
    second: [c.record({ content: 'Other', version: 2 })],
  },
  'change a record that was withheld meanwhile': {
    before: [c.record()],
    first: [withhold],
    second: [c.record({ content: 'Other', version: 2 })],
  },
  'forget a record that was changed meanwhile': {
    before: [c.record()],
    first: [c.record({ content: 'One', version: 2 })],
    second: [forget()],
  },
  'forget the same record': { before: [c.record()], first: [forget()], second: [forget()] },
  'take the same turn': { first: [c.turn(1, 'one')], second: [c.turn(1, 'other')] },
  'write the same handoff': twice(c.handoff()),
  'use the same idempotency key': {
    first: [c.handoff({}, 'key')],
    second: [c.handoff({ id: 'hnd_2' }, 'key')],
  },
  'begin the same campaign': twice(g.begun()),
  'play the same turn of a campaign': {
    before: [g.begun()],
    first: [g.played({ turn: 1, version: 2 }, { patches: [g.aPatch()] })],
    second: [g.played({ turn: 1, version: 2 }, { branches: [g.aBranch({ headTurn: 1 })] })],
  },
  'use the same key in a campaign': {
    before: [g.begun()],
    first: [g.played({ version: 2 }, { events: [g.anEvent()], keyed })],
    second: [g.played({ version: 3 }, { events: [g.anEvent({ turn: 2 })], keyed })],
  },
  'import the same campaign': twice(campaignImport()),
  'import entities that have the same ids': {
    before: [c.project({ id: 'prj_2' })],
    first: [campaignImport()],
    second: [campaignImport({ campaign: g.aCampaign({ id: 'prj_2' }), branches: [] })],
  },
  'handle the same event of a client': twice({
    kind: 'hook_call',
    digest: 'sha256:a',
    at: s.T0,
    forgetBefore: s.T0,
  }),
};

describe('of two writers that have read the same state', () => {
  it.each(Object.entries(RIVALRIES))(
    'and %s, the second is refused and leaves no trace',
    async (_, { before = [], first, second }) => {
      await store.ledger.commit(before);
      const { ledger } = openStale();
      await store.ledger.commit(first);
      const expected = dump();

      const refused = second[0]?.kind === 'hook_call' ? 'conflict: hook_repeated' : c.CONFLICT;
      expect(await c.outcome(ledger.commit([c.turn(99), ...second, c.files(['a.ts'])]))).toBe(refused);
      expect(dump()).toEqual(expected);
    },
  );

  it('both keep the same capture, and it is stored and reported once', async () => {
    const kept = capture([{ line: 1, at: null, role: 'user', text: 'Look at the ledger.' } as never]);
    const { ledger } = openStale();
    await store.ledger.commit([kept]);
    const expected = dump();
    await ledger.commit([kept]);
    expect(dump()).toEqual(expected);
  });

  it('the one that forgets a record counts it in the state that it really had', async () => {
    await store.ledger.commit([c.record()]);
    const { ledger } = openStale();
    await store.ledger.commit([withhold]);
    await ledger.commit([forget()]);
    const counted = (dump().record_counts ?? []).map(({ count }) => count);
    expect(counted).toEqual([0, 0]);
  });
});

it('finds each record of a batch that changes by its id', async () => {
  await store.ledger.commit(records(4, 1));
  const run = vi.spyOn(Connection.prototype, 'run');
  await store.ledger.commit(records(4, 2));
  const ran = run.mock.calls.map(([given, ...inserted]) => statementOf(given, inserted));
  const { text, values } =
    ran.find((statement) => /UPDATE records\b/.test(statement.text)) ?? statementOf('', []);
  run.mockRestore();
  const plan = openDatabase(fixture.path);
  const steps = plan.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
  plan.close();
  const touched = steps.map(({ detail }) => String(detail)).filter((step) => /records|AUTOMATIC/.test(step));
  expect(touched).toEqual(['SEARCH records USING INDEX sqlite_autoindex_records_1 (workspace=? AND id=?)']);
});
