import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../src/app/ports/ledger.ts';
import { DAMAGED_TEXT } from '../../src/domain/damage.ts';
import { digestOf } from '../../src/domain/id.ts';
import type { ThroughlineRecord } from '../../src/domain/record/record.ts';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { aRecord } from '../domain/record/a-record.ts';
import * as s from '../domain/session/session-fixtures.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

const TABLES = {
  records: 'seq',
  record_versions: 'record_id, version',
  record_counts: 'project_id, type, state',
  journal: 'position',
};

function dump(path: string): Record<string, unknown> {
  const reader = openDatabase(path, { readOnly: true });
  try {
    return Object.fromEntries(
      Object.entries(TABLES).map(([table, order]) => {
        const where = table === 'record_counts' ? 'WHERE count <> 0' : '';
        return [table, reader.prepare(`SELECT * FROM ${table} ${where} ORDER BY ${order}`).all()];
      }),
    );
  } finally {
    reader.close();
  }
}

function checkIndex(path: string): void {
  const other = openDatabase(path);
  try {
    other.exec("INSERT INTO records_text (records_text, rank) VALUES ('integrity-check', 1)");
  } finally {
    other.close();
  }
}

const anyStep = fc.record({
  id: fc.nat(9),
  text: fc.constantFrom('wyvern', 'wyvern', 'griffonEgg', '漢字', 'x'.repeat(30_000), DAMAGED_TEXT),
  type: fc.constantFrom('decision', 'decision', 'checkpoint'),
  worktree: fc.constantFrom('/w', '/w', '/v', null),
  status: fc.constantFrom('active', 'active', 'active', 'resolved', 'superseded'),
  isWithheld: fc.constantFrom(false, false, false, true),
  expiresAt: fc.constantFrom(null, null, s.T0, s.after(60_000)),
  projectId: fc.constantFrom('prj_1', 'prj_1', null),
  isOnlyOne: fc.constantFrom(true, false, false, false),
  /** Mostly the version that a caller who knows all the changes before would expect. */
  isOutdated: fc.constantFrom(...Array.from({ length: 30 }, () => false), true),
  isOnlyRead: fc.constantFrom(false, false, false, true),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

/** What a caller sends that knows which versions the changes before it leave behind. */
function changesOf(steps: readonly Step[]): readonly Change[] {
  const known = new Map<string, ThroughlineRecord>();
  return steps.map(({ id: number, text, isOnlyOne, isOutdated, isOnlyRead, ...facts }): Change => {
    const id = `rec_${number}`;
    const before = known.get(id);
    if (isOnlyRead && before !== undefined)
      return { kind: 'unchanged', record: { ...before, version: before.version - (isOutdated ? 1 : 0) } };
    const version = (before?.version ?? 0) + 1;
    // Whoever read a damaged text writes its mark back, under the digest of the text that was there.
    const digest = text === DAMAGED_TEXT ? (before?.digest ?? digestOf(text)) : digestOf(text);
    const record = aRecord({
      ...before,
      ...(facts as Partial<ThroughlineRecord>),
      id,
      content: text,
      digest,
      version,
    });
    known.set(id, record);
    const expectedVersion = isOutdated ? version : version - 1;
    return { kind: 'record', record, expectedVersion, isOnlyOne, sessionId: 'ses_1' };
  });
}

describe('records in one commit', () => {
  let fixtures: SqliteFixture[];
  beforeEach(() => {
    fixtures = [];
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const fixture of fixtures) await fixture.destroy();
  });

  async function open(): Promise<{ store: OpenWorkspace; path: string }> {
    const fixture = await newSqliteFixture();
    fixtures.push(fixture);
    const store = await fixture.openWorkspace();
    await store.ledger.commit([c.project(), c.session([s.started()])]);
    return { store, path: fixture.path };
  }

  it('are written as one commit for each would write them, or not at all where one of those is refused', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 20 }), async (steps) => {
        const [together, apart] = [await open(), await open()];
        const before = dump(together.path);
        const changes = changesOf(steps);
        const outcome = await c.outcome(together.store.ledger.commit(changes));
        let expected = 'committed';
        for (const change of changes) {
          if (expected === 'committed') expected = await c.outcome(apart.store.ledger.commit([change]));
        }
        expect(outcome).toBe(expected);
        expect(dump(together.path)).toEqual(expected === 'committed' ? dump(apart.path) : before);
        checkIndex(together.path);
      }),
      { numRuns: 40, endOnFailure: true },
    ));

  const many = (count: number, facts: Partial<ThroughlineRecord> = {}): readonly Change[] =>
    Array.from({ length: count }, (_, index) =>
      c.record({ id: `rec_${index}`, content: `Loop ${index}`, ...facts }),
    );
  const resolved = { status: 'resolved', resolvedAt: s.T0, version: 2 } as const;

  it('are refused where two of them must each be the only one with their text', async () => {
    const { store, path } = await open();
    const before = dump(path);
    const twins = ['rec_a', 'rec_b'].map((id) => ({ ...c.record({ id }), isOnlyOne: true }) as Change);
    expect(await c.outcome(store.ledger.commit([...many(300), ...twins]))).toBe(c.CONFLICT);
    expect(dump(path)).toEqual(before);
  });

  /** Statements that a piece of work runs, apart from those that begin and end a transaction. */
  async function countStatements(work: () => Promise<unknown>): Promise<number> {
    const spies = (['run', 'get', 'all'] as const).map((name) => vi.spyOn(Connection.prototype, name));
    await work();
    const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    vi.restoreAllMocks();
    return count;
  }

  it.each([
    ['stored', {}],
    ['resolved', resolved],
  ])('take a few statements for each hundred when they are %s', async (_, facts) => {
    const counts: number[] = [];
    for (const count of [200, 2_000]) {
      const { store } = await open();
      if (facts === resolved) await store.ledger.commit(many(count));
      counts.push(await countStatements(() => store.ledger.commit(many(count, facts))));
    }
    const [few = 0, plenty = 0] = counts;
    expect(few).toBeLessThanOrEqual(40);
    expect(plenty).toBeLessThanOrEqual(120);
  });

  describe('when so many change that the text index is merged', () => {
    const COUNT = 600;
    const SECRET = 'Zorblattine';

    function readIndex(path: string) {
      const reader = openDatabase(path, { readOnly: true });
      const blocks = reader.prepare('SELECT block FROM records_text_data').all();
      const config = reader.prepare("SELECT v FROM records_text_config WHERE k = 'secure-delete'").get();
      reader.close();
      const bytes = Buffer.concat(blocks.map(({ block }) => Buffer.from(block as Uint8Array)));
      return { bytes: bytes.toString('latin1'), secureDelete: config?.v };
    }

    /** Terms are stored without what they share with the term before, so the end of a word is what tells. */
    const trace = SECRET.toLowerCase().slice(3, 9);

    const withSecret = () =>
      many(COUNT).map((change) =>
        change.kind === 'record' && change.record.id === 'rec_7'
          ? c.record({ id: 'rec_7', content: SECRET })
          : change,
      );

    it('leave no trace of their old text in the index once they are forgotten', async () => {
      const { store, path } = await open();
      await store.ledger.commit(withSecret());
      expect(readIndex(path).bytes).toContain(trace);
      await store.ledger.commit(many(COUNT, resolved));
      checkIndex(path);
      const [record] = await store.records.findAll(['rec_7']);
      await store.ledger.commit([{ kind: 'forget', record: record ?? expect.unreachable(), at: s.T0 }]);
      checkIndex(path);
      expect(readIndex(path)).toEqual({ bytes: expect.not.stringContaining(trace), secureDelete: 1 });
    });

    it('leave the index as it was where the commit is refused', async () => {
      const { store, path } = await open();
      await store.ledger.commit(withSecret());
      const before = readIndex(path);
      const refused = c.record({ id: 'rec_new', version: 5 });
      expect(await c.outcome(store.ledger.commit([...many(COUNT, resolved), refused]))).toBe(c.CONFLICT);
      expect(readIndex(path)).toEqual(before);
      await store.ledger.commit([c.record({ id: 'rec_7', content: 'Something else', version: 2 })]);
      checkIndex(path);
      expect(readIndex(path).bytes).not.toContain(trace);
    });
  });

  describe('when they take long to write', () => {
    it('let reads through meanwhile, which see the earlier state', async () => {
      const { store } = await open();
      const order: string[] = [];
      const write = store.ledger.commit(many(2_000)).then(() => order.push('written'));
      const { items } = await store.records.list({}, 5, null);
      order.push('read');
      await write;
      expect([items, order]).toEqual([[], ['read', 'written']]);
    });

    it('let no other commit of the process run in between', async () => {
      const { store } = await open();
      const writes = [many(2_000), [c.note()], many(2_000, resolved)].map((one) => store.ledger.commit(one));
      await Promise.all(writes);
      const streams = (await store.ledger.read(0, 10_000)).map(({ stream }) => stream);
      expect(streams.slice(2, 2_002)).toEqual(many(2_000).map((_, index) => `rec_${index}`));
      expect(streams).toHaveLength(2 + 2_000 + 1 + 2_000);
    });

    it('are all there after the store was stopped and closed in the middle', async () => {
      const { store, path } = await open();
      const write = store.ledger.commit(many(2_000));
      store.stop();
      await store.close();
      await write;
      expect(dump(path).records).toHaveLength(2_000);
    });
  });

  it('are found in few statements, by id and by text', async () => {
    const { store } = await open();
    await store.ledger.commit(many(2_000));
    const ids = Array.from({ length: 2_000 }, (_, index) => `rec_${index}`);
    const digests = ids.map((_, index) => digestOf(`Loop ${index}`));
    const { records } = store;
    expect(await countStatements(() => records.findAll(ids))).toBeLessThanOrEqual(10);
    expect(
      await countStatements(() => records.listByDigest('prj_1', 'open_loop', digests)),
    ).toBeLessThanOrEqual(10);
    expect((await records.findAll(ids.toReversed())).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await records.findAll(['rec_7', 'nobody', 'rec_7'])).toHaveLength(2);
  });
});
