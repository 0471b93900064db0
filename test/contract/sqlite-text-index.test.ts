import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/app/ports/ledger.ts';
import type { ThroughlineRecord } from '../../src/domain/record/record.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { aRecord } from '../domain/record/a-record.ts';
import * as s from '../domain/session/session-fixtures.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import * as g from './clauses/campaign-changes.ts';
import { capture, dropped } from './clauses/capture-changes.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

const words = fc.constantFrom('wyvern', 'griffonEgg', 'über', '漢字', 'e\u0301', '', '😀');
const oneOf = fc.nat(2);

const FIELDS = [
  'content',
  'subject',
  'tags',
  'aliases',
  'status',
  'projectId',
  'category',
  'isWithheld',
] as const;
const anyWrite = fc.oneof(
  fc.record({
    what: fc.constant('record' as const),
    id: oneOf,
    field: fc.constantFrom(...FIELDS),
    text: words,
  }),
  fc.record({ what: fc.constant('forget' as const), id: oneOf }),
  fc.record({ what: fc.constant('withhold' as const) }),
  fc.record({
    what: fc.constant('note' as const),
    id: oneOf,
    field: fc.constantFrom('summary', 'title', 'notes'),
    text: words,
  }),
  fc.record({ what: fc.constant('turn' as const), isSaid: fc.boolean(), text: words }),
  fc.record({ what: fc.constant('event' as const), text: words }),
  fc.record({
    what: fc.constant('capture' as const),
    id: oneOf,
    from: fc.nat(3),
    count: fc.nat(4),
    text: words,
  }),
  fc.record({ what: fc.constant('drop' as const), id: oneOf }),
);
type Write = typeof anyWrite extends fc.Arbitrary<infer Value> ? Value : never;

const OTHER: Readonly<Partial<Record<keyof ThroughlineRecord, readonly unknown[]>>> = {
  status: ['active', 'resolved', 'superseded'],
  projectId: ['prj_1', 'prj_2', null],
  category: ['context', 'lesson', 'general'],
  isWithheld: [false, true],
};

/** What is in the store so far, so that each write is one the store takes. */
class Written {
  readonly records = new Map<string, ThroughlineRecord>();
  readonly notes = new Map<string, ReturnType<typeof c.aNote>>();
  readonly captures = new Map<string, readonly number[]>();
  turns = 0;
  events = 0;
  saidTurns = 0;

  next(write: Write): readonly Change[] {
    switch (write.what) {
      case 'record':
        return [this.#record(write)];
      case 'forget': {
        const record = this.records.get(`rec_${write.id}`);
        this.records.delete(`rec_${write.id}`);
        return record === undefined ? [] : [{ kind: 'forget', record, at: s.T0 }];
      }
      case 'withhold':
        for (const [id, record] of this.records)
          if (record.status === 'active') this.records.set(id, { ...record, isWithheld: true });
        return [{ kind: 'withhold', sessionId: 'ses_1', types: ['open_loop'] }];
      case 'note':
        return [this.#note(write)];
      case 'turn': {
        this.turns += 1;
        if (write.isSaid) this.saidTurns += 1;
        const turn = { sessionId: 'ses_1', number: this.turns, at: s.T0, who: null, what: write.text };
        return [{ kind: 'turn', turn: write.isSaid ? { ...turn, isSaid: true } : turn }];
      }
      case 'event': {
        this.events += 1;
        const facts = { version: this.events + 1, turn: this.events };
        return [
          g.played(facts, { events: [g.anEvent({ turn: this.events, description: write.text, tags: [] })] }),
        ];
      }
      case 'capture':
        return this.#capture(write);
      case 'drop':
        this.captures.delete(`cap_${write.id}`);
        return [dropped(`cap_${write.id}`)];
    }
  }

  /** One field changes at a time, so that no other field's change brings the index back into step. */
  #record({ id, field, text }: Extract<Write, { what: 'record' }>): Change {
    const before = this.records.get(`rec_${id}`);
    const others = OTHER[field] ?? [field === 'tags' || field === 'aliases' ? [text] : text];
    const record = aRecord({
      ...before,
      id: `rec_${id}`,
      version: (before?.version ?? 0) + 1,
      [field]: others[(others.indexOf(before?.[field]) + 1) % others.length],
    });
    this.records.set(record.id, record);
    return { kind: 'record', record, expectedVersion: record.version - 1 };
  }

  #note({ id, field, text }: Extract<Write, { what: 'note' }>): Change {
    const before = this.notes.get(`not_${id}`);
    const note = c.aNote({
      ...before,
      id: `not_${id}`,
      version: (before?.version ?? 0) + 1,
      [field]: text,
    });
    this.notes.set(note.id, note);
    return c.note(note);
  }

  #capture({ id, from, count, text }: Extract<Write, { what: 'capture' }>): readonly Change[] {
    const lines = Array.from({ length: count }, (_, index) => from + index + 1);
    if (!this.captures.has(`cap_${id}`)) this.captures.set(`cap_${id}`, lines);
    const messages = lines.map((line) => ({ line, at: null, kind: 'reply' as const, text: `line ${text}` }));
    return [capture(messages, { id: `cap_${id}` })];
  }

  /** How many texts search must have, by kind. */
  get counts() {
    return {
      capture: new Set([...this.captures.values()].flat()).size,
      event: this.events,
      note: this.notes.size,
      turn: this.saidTurns,
      session: 1,
    };
  }
}

describe('the text indexes', () => {
  let fixture: SqliteFixture;
  let store: OpenWorkspace;
  beforeEach(async () => {
    fixture = await newSqliteFixture();
    store = await fixture.openWorkspace();
    await store.ledger.commit([c.project(), c.session([s.started()]), g.begun()]);
  });
  afterEach(() => fixture.destroy());

  function checkIndexes(): void {
    const other = openDatabase(fixture.path);
    try {
      for (const index of ['records_text', 'texts_text'])
        other.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`);
    } finally {
      other.close();
    }
  }

  function textsByKind(): Record<string, number> {
    const reader = openDatabase(fixture.path, { readOnly: true });
    const rows = reader.prepare('SELECT kind, count(*) AS count FROM texts GROUP BY kind').all();
    reader.close();
    const counts = Object.fromEntries(rows.map(({ kind, count }) => [String(kind), Number(count)]));
    return { capture: 0, event: 0, note: 0, turn: 0, ...counts };
  }

  it('match the records and texts after any writes and changes', async () => {
    const written = new Written();
    await fc.assert(
      fc.asyncProperty(fc.array(anyWrite, { minLength: 1, maxLength: 12 }), async (writes) => {
        for (const one of writes) await store.ledger.commit(written.next(one));
        checkIndexes();
        expect(textsByKind()).toEqual(written.counts);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it.each([
    ['records', "INSERT INTO records_text (rowid, content) VALUES (99, 'nobody')"],
    ['texts', "INSERT INTO texts_text (rowid, content) VALUES (99, 'nobody')"],
    ['the state of a record', "UPDATE records_text SET scope = 'on' WHERE rowid = 1"],
  ])('would tell if they were out of step with %s', async (_, sql) => {
    await store.ledger.commit([c.record(), c.note()]);
    checkIndexes();
    const other = openDatabase(fixture.path);
    other.exec(sql);
    other.close();
    expect(checkIndexes).toThrow();
  });

  it('are not written again by a change that no search depends on', async () => {
    const pagesOf = () => {
      const reader = openDatabase(fixture.path, { readOnly: true });
      const pages = reader.prepare('SELECT id, hex(block) AS block FROM records_text_data').all();
      reader.close();
      return pages;
    };
    const changed = (record: Partial<ThroughlineRecord>) => ({
      kind: 'record' as const,
      record: aRecord(record),
      expectedVersion: (record.version ?? 1) - 1,
    });
    await store.ledger.commit([c.record({ importance: 3 })]);
    const before = pagesOf();
    await store.ledger.commit([changed({ importance: 9, version: 2 })]);
    expect(pagesOf()).toEqual(before);
    await store.ledger.commit([changed({ importance: 9, version: 3, status: 'resolved' })]);
    expect(pagesOf()).not.toEqual(before);
  });

  it('replace only the words for the state when nothing else of a record changed', async () => {
    const found = (word: string) => {
      const reader = openDatabase(fixture.path, { readOnly: true });
      const rows = reader.prepare('SELECT rowid FROM records_text WHERE records_text MATCH ?').all(word);
      reader.close();
      return rows.length;
    };
    await store.ledger.commit([c.record({ content: 'wyvern' })]);
    const other = openDatabase(fixture.path);
    const made = other.prepare("SELECT sql FROM sqlite_master WHERE name = 'records_text_update'").get();
    other.exec(`DROP TRIGGER records_text_update; UPDATE records SET content = 'griffon'; ${made?.sql}`);
    other.close();
    const resolved = aRecord({ content: 'griffon', status: 'resolved', version: 2 });
    await store.ledger.commit([{ kind: 'record', record: resolved, expectedVersion: 1 }]);
    expect([found('wyvern'), found('griffon')]).toEqual([1, 0]);
    const [on, off] = ['on', 'off'].map(
      (state) => `scope : ${state}w${Buffer.from('default').toString('hex')}`,
    );
    expect([found(on ?? ''), found(off ?? '')]).toEqual([0, 1]);
  });

  it('match a record whose text contains the words for its state, after its state changed', async () => {
    const content = `the word onw${Buffer.from('default').toString('hex')} is ours`;
    await store.ledger.commit([c.record({ content })]);
    const resolved = aRecord({ content, status: 'resolved', version: 2 });
    await store.ledger.commit([{ kind: 'record', record: resolved, expectedVersion: 1 }]);
    checkIndexes();
  });

  it('are rolled back with a commit that failed', async () => {
    const change = [
      c.record({ content: 'wyvern' }),
      c.note({ summary: 'wyvern' }),
      c.record({ id: 'rec_2', version: 5 }),
    ];
    expect(await c.outcome(store.ledger.commit(change))).toBe(c.CONFLICT);
    checkIndexes();
    const reader = openDatabase(fixture.path, { readOnly: true });
    for (const index of ['records_text', 'texts_text'])
      expect(reader.prepare(`SELECT rowid FROM ${index} WHERE ${index} MATCH 'wyvern'`).all()).toEqual([]);
    reader.close();
  });
});
