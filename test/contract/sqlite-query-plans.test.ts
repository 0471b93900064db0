import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { openDatabase, type SqlValue } from '../../src/storage/sqlite/driver.ts';
import { candidateOf } from '../../src/storage/sqlite/search-rows.ts';
import { type Inserted, type StatementText, statementOf } from '../../src/storage/sqlite/sql.ts';
import * as s from '../domain/session/session-fixtures.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import * as c from './clauses/changes.ts';
import { BEFORE, CALLS, type Call, LIVE, SEGMENT } from './reader-calls.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

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
  { call: 'sessions.listOfClient', step: SORTED, reason: 'sorts the few sessions of one client session' },
  ...['here', 'anywhere'].map((where) => ({
    call: `sessions.findNewestLeft ${where}`,
    step: /./,
    reason: 'sorts the newest ten of each state, found by index',
  })),
  { call: 'projects.list', step: WHOLE_WORKSPACE, reason: 'reads the index in order, for people' },
  { call: 'campaigns.list', step: WHOLE_WORKSPACE, reason: 'reads the index in order, as much as asked for' },
  ...['campaigns.listCampaignNames', 'ledger.commit of a game'].map((call) => ({
    call,
    step: WHOLE_WORKSPACE,
    reason: 'reads the names of all campaigns, only when a campaign is new or its name is not exact',
  })),
  ...['rec', 'ses', 'not', 'cap', 'hnd', 'prj', 'ent'].map((type) => ({
    call: `ids.measure ${type}`,
    step: /^SEARCH record_counts /,
    reason: 'adds up the counters, a few for each project, instead of counting records',
  })),
  { call: 'campaigns.listBranches', step: SORTED, reason: 'sorts the few branches of one campaign' },
  ...['', ' within a time', ' of texts'].map((how) => ({
    call: `search.find${how}`,
    step: /^SCAN \(subquery-\d+\)$/,
    reason: 'as many candidates as asked for, as one row',
  })),
  ...['', ' within a time'].map((how) => ({
    call: `search.find inside${how}`,
    step: /^SCAN newest$/,
    reason: 'searches as deep as the caller asked for, which the port documents as costly',
  })),
  {
    call: 'search.find formerly',
    step: /^(?:SCAN (?:record_versions|v)|USE TEMP B-TREE FOR DISTINCT)$/,
    reason: 'as many earlier versions as asked for, newest first; only for what held at an earlier moment',
  },
  ...['', ' of texts'].map((of) => ({
    call: `search.read${of} with neighbors`,
    step: /^SEARCH r USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/,
    reason: 'a few rows on either side',
  })),
  {
    call: 'projects.listNames',
    step: WHOLE_WORKSPACE,
    reason: 'reads the first names of the index, in order',
  },
  {
    call: 'sessions.list ahead',
    step: /^SEARCH journal USING INTEGER PRIMARY KEY \(rowid>\?\)$/,
    reason: 'for a session dated ahead: reads on from its first entry to the next one that is not',
  },
  {
    call: 'projects.listAnchoredAt',
    step: WHOLE_WORKSPACE,
    reason: 'asked only where something is switched off, and projects are few',
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
  ...['claim', 'survey', 'put and nearest'].map((what) => ({
    call: `vectors.${what}`,
    step: /^SEARCH records USING COVERING INDEX .*\(workspace=\?\)$/,
    reason: 'reads the numbers of all records from an index, once for each model',
  })),
  {
    call: 'records.listLive loops',
    step: /^SCAN \(subquery-\d+\)$/,
    reason: 'as many records as asked for, as one row',
  },
  ...['loops', 'rules'].map((what) => ({
    call: `records.listLive ${what}`,
    step: /^SEARCH journal USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/,
    reason: 'the newest entries, and not more than it takes to make the list again',
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

/** Rows that the statement itself brings are not a table. */
const isCostly = (step: string) =>
  (/^SCAN /.test(step) && !/VIRTUAL TABLE|CONSTANT ROW|^SCAN \d+-ROW VALUES CLAUSE$/.test(step)) ||
  /TEMP B-TREE|AUTOMATIC|PRIMARY KEY \(rowid[<>]|\(workspace=\?\)$/.test(step);

describe('query plans', () => {
  let fixture: SqliteFixture;
  let store: OpenWorkspace;

  beforeEach(async () => {
    fixture = await newSqliteFixture();
    store = await fixture.openWorkspace();
    await store.ledger.commit([c.project(), c.session([s.started()]), c.record(), c.note()]);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await fixture.destroy();
  });

  /** The plan of each statement that a call really runs. */
  async function plansOf(call: Call): Promise<string[]> {
    const ran = new Map<string, readonly SqlValue[]>();
    for (const method of ['all', 'get', 'run'] as const) {
      const original: (sql: StatementText, ...inserted: Inserted[]) => unknown = Connection.prototype[method];
      vi.spyOn(Connection.prototype, method).mockImplementation(function (
        this: Connection,
        sql: StatementText,
        ...inserted: Inserted[]
      ) {
        const { text, values } = statementOf(sql, inserted);
        ran.set(text, values);
        return original.call(this, sql, ...inserted) as never;
      });
    }
    await call(store);
    vi.restoreAllMocks();
    const reader = openDatabase(fixture.path);
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

  it('events are counted from the index alone, with any filter', async () => {
    const [step] = await plansOf(({ campaigns }) =>
      campaigns.countEvents(
        'prj_1',
        {
          segments: [SEGMENT],
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

  it.each(['records', 'texts'] as const)(
    'the neighbors of %s are read by their numbers alone',
    async (source) => {
      const { key } = candidateOf(source, 1);
      const steps = await plansOf(({ search }) =>
        search.read([{ texts: { keys: [key] }, scope: LIVE, neighbors: { reach: 5, anchors: 9 } }]),
      );
      expect(steps.filter((step) => !/^SCAN (?:wanted|range) /.test(step))).toEqual([
        'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
        'SEARCH r USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
      ]);
    },
  );

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
