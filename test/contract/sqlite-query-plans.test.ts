import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../src/app/ports/ledger.ts';
import type { Store } from '../../src/app/ports/store.ts';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { openDatabase, type SqlValue } from '../../src/storage/sqlite/driver.ts';
import * as s from '../domain/session/a-session.ts';
import * as g from './clauses/campaign-changes.ts';
import * as c from './clauses/changes.ts';
import { newSqliteHouse, type SqliteHouse } from './sqlite-house.ts';

const SILENT = { withHooks: s.T0, withoutHooks: s.T0 };
const AFTER = { startedAt: s.after(9), id: 'ses_9' };
const STRETCH = { branchId: 'main', after: 2, upTo: 9 };
const BEFORE = { turn: 8, seq: 9 };
const MIRA = { kind: 'character', id: 'ent_1', name: 'Mira' } as const;
const NOW = { is: 'active', now: s.T0 } as const;

type Call = (store: Store) => Promise<unknown>;

/** Every way the windows are asked while someone waits. */
const CALLS: Readonly<Record<string, Call>> = {
  'projects.find': ({ projects }) => projects.find('prj_1'),
  'projects.findByKey': ({ projects }) => projects.findByKey('git:/x'),
  'projects.findByFingerprint': ({ projects }) => projects.findByFingerprint('1:2:3'),
  'projects.listNamed': ({ projects }) => projects.listNamed('Ledger'),
  'projects.listNames': ({ projects }) => projects.listNames(500),
  'sessions.find by client id': ({ sessions }) => sessions.find('nobody'),
  'sessions.findNewestPaused': ({ sessions }) => sessions.findNewestPaused('prj_1', '/w'),
  'sessions.findNewestLeft here': ({ sessions }) => sessions.findNewestLeft('prj_1', '/w', SILENT),
  'sessions.findNewestLeft anywhere': ({ sessions }) => sessions.findNewestLeft('prj_1', undefined, SILENT),
  'sessions.listSilent': ({ sessions }) => sessions.listSilent('prj_1', SILENT, 50),
  'sessions.listAlive': ({ sessions }) => sessions.listAlive('prj_1', SILENT, 6),
  'sessions.listAwaitingSuccessor': ({ sessions }) => sessions.listAwaitingSuccessor('prj_1', 20),
  'sessions.list all': ({ sessions }) => sessions.list({}, SILENT, 20, null),
  'sessions.list after': ({ sessions }) => sessions.list({}, SILENT, 20, AFTER),
  'sessions.list project': ({ sessions }) => sessions.list({ projectId: 'prj_1' }, SILENT, 20, AFTER),
  'sessions.list since': ({ sessions }) => sessions.list({ since: s.T0, until: s.T0 }, SILENT, 20, null),
  'sessions.list query': ({ sessions }) => sessions.list({ query: 'dragon' }, SILENT, 20, null),
  'sessions.listTurns': ({ sessions }) => sessions.listTurns('ses_1', 10, 5),
  'sessions.listFiles': ({ sessions }) => sessions.listFiles('ses_1', 100),
  'records.findAll': ({ records }) => records.findAll(['rec_1', 'rec_2']),
  'records.listActiveByDigest': ({ records }) => records.listActiveByDigest('prj_1', 'open_loop', ['d']),
  'records.list of a session': ({ records }) =>
    records.list({ sessionId: 'ses_1', types: ['open_loop'], status: NOW }, 100, null),
  'records.list of a project': ({ records }) =>
    records.list({ projectIds: ['prj_1', null], status: NOW, isNewestFirst: true }, 50, null),
  'records.search': ({ records }) =>
    records.search(['dragon'], { projectIds: ['prj_1', null], isLiveAt: s.T0 }, 400),
  'sessions.findOfClient': ({ sessions }) => sessions.findOfClient('nobody', 'prj_1'),
  'projects.list': ({ projects }) => projects.list(500),
  'records.countBySession': ({ records }) => records.countBySession(['ses_1', 'ses_2']),
  'records.listLive loops': ({ records }) => records.listLive('prj_1', 'open_loop', 200, 8_000, s.T0),
  'records.listLive rules': ({ records }) => records.listLive('prj_1', 'constraint', 500, 8_000, s.T0),
  'notes.find': ({ notes }) => notes.find('not_1'),
  'notes.listOf': ({ notes }) => notes.listOf(['ses_1']),
  'handoffs.find': ({ handoffs }) => handoffs.find('hnd_1'),
  'handoffs.findRecent': ({ handoffs }) => handoffs.findRecent('prj_1', 'd', s.T0),
  'handoffs.findByIdempotencyKey': ({ handoffs }) => handoffs.findByIdempotencyKey('k'),
  'captures.find': ({ captures }) => captures.find('cap_1'),
  'captures.readContent': ({ captures }) => captures.readContent('cap_1'),
  'captures.list of a project': ({ captures }) => captures.list({ projectId: 'prj_1' }, 20, 9),
  'captures.list unreviewed': ({ captures }) =>
    captures.list({ projectId: 'prj_1', isUnreviewed: true, since: s.T0 }, 20, null),
  'captures.list of a session': ({ captures }) => captures.list({ sessionId: 'ses_1' }, 20, null),
  'captures.findReading': ({ captures }) => captures.findReading('ses_1'),
  'captures.findProcess': ({ captures }) => captures.findProcess('host:1:2'),
  'captures.listProcesses': ({ captures }) => captures.listProcesses(['ses_1', 'ses_2']),
  'vectors.hasPending': ({ vectors }) => vectors.hasPending('m'),
  'vectors.hasAny': ({ vectors }) => vectors.hasAny('m'),
  'vectors.claim': ({ vectors }) => vectors.claim('m', s.T0, { mayChangeModel: true }),
  'vectors.listPending': ({ vectors }) => vectors.listPending(32, 9, s.T0),
  'vectors.survey': async ({ vectors }) => {
    await vectors.claim('m', s.T0, { mayChangeModel: true });
    await vectors.survey('m');
  },
  'vectors.put and nearest': async ({ vectors }) => {
    await vectors.claim('m', s.T0, { mayChangeModel: true });
    const vector = Float32Array.of(1, 0);
    await vectors.put('m', [{ recordId: 'rec_1', version: 1, digest: 'd', vector }], s.T0);
    await vectors.nearest(vector, 'm', { projectIds: ['prj_1', null], isLiveAt: s.T0 }, 10);
  },
  'campaigns.find': ({ campaigns }) => campaigns.find('prj_1'),
  'campaigns.list': ({ campaigns }) => campaigns.list(500),
  'campaigns.listBranches': ({ campaigns }) => campaigns.listBranches('prj_1'),
  'campaigns.findEntities': ({ campaigns }) => campaigns.findEntities(['ent_1']),
  'campaigns.findNamed': ({ campaigns }) => campaigns.findNamed('prj_1', 'npc', ['mira']),
  'campaigns.listFormerBearers': ({ campaigns }) => campaigns.listFormerBearers('prj_1', 'npc', 'mira'),
  'campaigns.listFormerNames': ({ campaigns }) => campaigns.listFormerNames('prj_1'),
  'campaigns.listShowings': ({ campaigns }) => campaigns.listShowings('prj_1'),
  'campaigns.listEveryEntity': ({ campaigns }) => campaigns.listEveryEntity('prj_1'),
  'campaigns.listEntities': ({ campaigns }) => campaigns.listEntities('prj_1', undefined, 50, 7),
  'campaigns.listEntities of kinds': ({ campaigns }) =>
    campaigns.listEntities('prj_1', ['npc', 'quest'], 50, 7),
  'campaigns.countEntities': ({ campaigns }) => campaigns.countEntities('prj_1'),
  'campaigns.listNames': ({ campaigns }) => campaigns.listNames('prj_1', 'npc', 500),
  'campaigns.listEvents': ({ campaigns }) =>
    campaigns.listEvents('prj_1', { stretches: [STRETCH], minImportance: 4 }, 50, BEFORE),
  'campaigns.listEvents of a session': ({ campaigns }) =>
    campaigns.listEvents('prj_1', { stretches: [STRETCH], sessionId: 'ses_1', isTurn: true }, 50, BEFORE),
  'campaigns.listEvents for a character': ({ campaigns }) =>
    campaigns.listEvents('prj_1', { stretches: [STRETCH], seenBy: MIRA }, 50, BEFORE),
  'campaigns.countEvents': ({ campaigns }) =>
    campaigns.countEvents('prj_1', { stretches: [STRETCH], types: ['combat'], seenBy: MIRA }, BEFORE),
  'campaigns.findKeyed': ({ campaigns }) => campaigns.findKeyed('prj_1', 'k'),
  'campaigns.listPatches': ({ campaigns }) => campaigns.listPatches('prj_1', STRETCH),
  'ledger.commit of a game': ({ ledger }) =>
    ledger.commit([
      g.begun({ entities: [g.anEntity(), g.anEntity({ id: 'ent_2', name: 'Bram' })], unmade: ['ent_9'] }),
      g.played(
        { version: 2, turn: 1 },
        {
          patches: [g.aPatch()],
          events: [g.anEvent()],
          keyed: { key: 'k', digest: 'd', answer: { version: 2 } },
        },
      ),
    ]),
  'ledger.lastAt': ({ ledger }) => ledger.lastAt(),
  'ledger.end': ({ ledger }) => ledger.end(),
  'ledger.read': ({ ledger }) => ledger.read(5, 100),
  'ledger.commit': ({ ledger }) =>
    ledger.commit([
      c.project({ version: 2 }),
      c.session([s.started(), s.turn(1)], 1),
      c.turn(1),
      c.record({ version: 2, status: 'resolved' }),
      c.note({ version: 2 }),
      c.handoff({}, 'key'),
      c.files(['a.ts']),
      { kind: 'withhold', sessionId: 'ses_1', types: ['decision'] },
    ]),
  'ledger.commit of the only one to say so': ({ ledger }) =>
    ledger.commit([{ ...c.record({ version: 2 }), isOnlyOne: true } as Change]),
};

const SORTED = /TEMP B-TREE/;
const WHOLE_WORKSPACE = /\(workspace=\?\)$/;

/** Steps that look like work which grows with the past, and why each may stay. */
const ALLOWED: readonly { readonly call: string; readonly step: RegExp; readonly reason: string }[] = [
  {
    call: 'sessions.find by client id',
    step: SORTED,
    reason: 'sorts the few sessions of one client session',
  },
  { call: 'sessions.findOfClient', step: SORTED, reason: 'sorts the few sessions of one client session' },
  ...['here', 'anywhere'].map((where) => ({
    call: `sessions.findNewestLeft ${where}`,
    step: /./,
    reason: 'sorts the newest ten of each state, found by index',
  })),
  { call: 'projects.list', step: WHOLE_WORKSPACE, reason: 'reads the index in order, for people' },
  { call: 'campaigns.list', step: WHOLE_WORKSPACE, reason: 'reads the index in order, as much as asked for' },
  { call: 'campaigns.listBranches', step: SORTED, reason: 'sorts the few branches of one campaign' },
  { call: 'records.search', step: SORTED, reason: 'ranking sorts what the text index found' },
  {
    call: 'projects.listNames',
    step: WHOLE_WORKSPACE,
    reason: 'reads the first names of the index, in order',
  },
  {
    call: 'sessions.list all',
    step: WHOLE_WORKSPACE,
    reason: 'one page in order; the count is of all sessions',
  },
  { call: 'sessions.list query', step: WHOLE_WORKSPACE, reason: 'free text: titles have no index' },
  { call: 'records.list of a session', step: SORTED, reason: 'sorts what one session left' },
  { call: 'records.countBySession', step: SORTED, reason: 'groups what one page of sessions left' },
  {
    call: 'records.list of a project',
    step: SORTED,
    reason: 'list_memories sorts the project: nobody starts, ends or is oriented through it',
  },
  ...['hasPending', 'claim', 'survey', 'put and nearest'].map((what) => ({
    call: `vectors.${what}`,
    step: /^SEARCH vector_progress USING .*\(workspace=\?\)$/,
    reason: 'one row for each workspace',
  })),
  {
    call: 'vectors.survey',
    step: /^SEARCH r USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/,
    reason: 'a thousand numbers at a time',
  },
  {
    call: 'vectors.put and nearest',
    step: /^SCAN \(subquery-\d+\)$/,
    reason: 'one page of codes, which the index covers, as one row',
  },
  {
    call: 'ledger.lastAt',
    step: /^SCAN journal$/,
    reason: 'from the end, and over at the first entry of its workspace',
  },
  {
    call: 'ledger.read',
    step: /^SEARCH journal USING INTEGER PRIMARY KEY \(rowid>\?\)$/,
    reason: 'a follower reads on from its position; workspaces of one file share the sequence',
  },
];

const isCostly = (step: string) =>
  (/^SCAN /.test(step) && !/VIRTUAL TABLE|CONSTANT ROW/.test(step)) ||
  /TEMP B-TREE|AUTOMATIC|PRIMARY KEY \(rowid[<>]|\(workspace=\?\)$/.test(step);

describe('query plans', () => {
  let house: SqliteHouse;
  let store: Store;

  beforeEach(async () => {
    house = await newSqliteHouse();
    store = await house.open();
    await store.ledger.commit([c.project(), c.session([s.started()]), c.record(), c.note()]);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await house.destroy();
  });

  /** The plan of each statement that a call really runs. */
  async function plansOf(call: Call): Promise<string[]> {
    const ran = new Map<string, SqlValue[]>();
    for (const method of ['all', 'get', 'run'] as const) {
      const original: (sql: string, ...values: SqlValue[]) => unknown = Connection.prototype[method];
      vi.spyOn(Connection.prototype, method).mockImplementation(function (
        this: Connection,
        sql: string,
        ...values: SqlValue[]
      ) {
        ran.set(sql, values);
        return original.call(this, sql, ...values) as never;
      });
    }
    await call(store);
    vi.restoreAllMocks();
    const reader = openDatabase(house.path);
    try {
      return [...ran].flatMap(([sql, values]) =>
        reader
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all(...values)
          .map(({ detail }) => String(detail)),
      );
    } finally {
      reader.close();
    }
  }

  it('events are counted from the index alone, whatever they are chosen by', async () => {
    const [step] = await plansOf(({ campaigns }) =>
      campaigns.countEvents(
        'prj_1',
        {
          stretches: [STRETCH],
          types: ['combat'],
          minImportance: 4,
          isTurn: true,
          seenBy: { kind: 'party' },
        },
        BEFORE,
      ),
    );
    expect(step).toMatch(
      /USING COVERING INDEX campaign_events_on_line .*branch_id=\? AND turn>\? AND turn<\?/,
    );
  });

  it.each(Object.entries(CALLS))('%s finds its rows by index, in order', async (name, call) => {
    const steps = await plansOf(call);
    const excused = ALLOWED.filter((allowed) => allowed.call === name);
    const costly = steps
      .filter(isCostly)
      .filter((step) => !excused.some((allowed) => allowed.step.test(step)));
    expect(steps.length).toBeGreaterThan(0);
    expect(costly, `${name}: add an index, or excuse it in ALLOWED with a reason`).toEqual([]);
    for (const { step, reason } of excused) {
      expect(
        steps.filter(isCostly).some((found) => step.test(found)),
        `no longer needed: ${reason}`,
      ).toBe(true);
    }
  });
});
