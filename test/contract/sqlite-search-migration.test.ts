import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchScope, TextSource } from '../../src/app/ports/search-index.ts';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { openDatabase, type Row } from '../../src/storage/sqlite/driver.ts';
import { aRecord } from '../domain/record/a-record.ts';
import * as s from '../domain/session/session-fixtures.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import * as g from './clauses/campaign-changes.ts';
import { aCapture, contentOf } from './clauses/capture-changes.ts';
import * as c from './clauses/changes.ts';
import { findIn, foundIn, word } from './clauses/found.ts';
import { insertRows, oldCapture, oldEvent, oldNote, oldRecord } from './old-rows.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

const BEFORE = MIGRATIONS.filter(({ version }) => version < 10);

const RECORDS = [
  aRecord({ id: 'plain', content: 'A wyvern nests in the ledger', tags: ['sums'], aliases: ['lindworm'] }),
  aRecord({ id: 'name', content: 'see getUserById', subject: 'parseLedgerRow' }),
  aRecord({ id: 'tokyo', content: '東京都で雨が降る', projectId: null, tags: ['天気'] }),
  aRecord({ id: 'done', content: 'the wyvern is gone', status: 'resolved', category: 'lesson' }),
  aRecord({ id: 'closed', content: 'the wyvern sleeps', isWithheld: true }),
];
const NOTE = c.aNote({ summary: 'The griffon was kind', notes: 'in camelCaseTown' });
const EVENT = g.anEvent({ narration: 'A basilisk wakes.', sessionId: 'ses_1' });
const SAID = [3, 4, 5].map((line) => ({
  line,
  at: s.after(line),
  kind: 'request' as const,
  text: `the chimera of line ${line}`,
}));

/** Everything the program says of a search, in both indexes. */
const QUESTIONS: readonly (readonly [TextSource, string, SearchScope, readonly string[]])[] = [
  ['records', 'wyvern', {}, ['closed', 'done', 'plain']],
  ['records', 'wyverns', { isLiveAt: s.T0, projectIds: ['prj_1', null] }, ['plain']],
  ['records', 'wyvern', { categories: ['lesson'] }, ['done']],
  ['records', 'lindworm', {}, ['plain']],
  ['records', 'sums', {}, ['plain']],
  ['records', 'user', { types: ['open_loop'] }, ['name']],
  ['records', 'row', {}, ['name']],
  ['records', '京都', { projectIds: [null] }, ['tokyo']],
  ['records', '天気', {}, ['tokyo']],
  ['texts', 'griffon', {}, ['not_1']],
  ['texts', 'camel', { projectIds: ['prj_1'] }, ['not_1']],
  ['texts', 'basilisk', {}, [EVENT.id]],
  ['texts', 'chimera', {}, ['ses_1:5', 'ses_1:4', 'ses_1:3']],
];

describe('a store from before one search looked at everything', () => {
  let fixture: SqliteFixture;
  beforeEach(async () => {
    fixture = await newSqliteFixture();
    const old = await fixture.openWorkspace('default', BEFORE);
    await old.ledger.commit([c.project(), c.session([s.started({ title: null })])]);
    await old.close();
    insertRows(fixture.path, 'records', ...RECORDS.map(oldRecord));
    insertRows(fixture.path, 'notes', oldNote(NOTE));
    insertRows(fixture.path, 'campaign_events', oldEvent(EVENT));
    insertRows(
      fixture.path,
      'captures',
      oldCapture(aCapture({ id: 'cap_1', firstLine: 3, lastLine: 4 }), contentOf(SAID.slice(0, 2))),
      oldCapture(aCapture({ id: 'cap_2', firstLine: 4, lastLine: 5 }), contentOf(SAID.slice(1))),
    );
  });
  afterEach(() => fixture.destroy());

  const rowsOf = (path: string, sql: string): Row[] => {
    const reader = openDatabase(path);
    try {
      return reader.prepare(sql).all();
    } finally {
      reader.close();
    }
  };

  function checkIndexes(): void {
    const database = openDatabase(fixture.path);
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    for (const index of ['records_text', 'texts_text'])
      database.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`);
    database.close();
  }

  async function ask(store: OpenWorkspace): Promise<void> {
    for (const [source, name, scope, ids] of QUESTIONS)
      expect([name, await foundIn(store, source, word(name), scope)]).toEqual([name, ids]);
  }

  it('has a sound index afterwards, in which all of it is found', async () => {
    await ask(await fixture.openWorkspace());
    checkIndexes();
  });

  it('has the same rows, triggers and index as a new store with the same content', async () => {
    await (await fixture.openWorkspace()).close();
    const fresh = await newSqliteFixture();
    try {
      const store = await fresh.openWorkspace();
      await store.ledger.commit([
        c.project(),
        c.session([s.started({ title: null })]),
        ...RECORDS.map((record) => c.record(record)),
        c.note(NOTE),
        g.begun({ events: [EVENT] }),
        { kind: 'capture', capture: aCapture({ id: 'cap_1', lastLine: 5 }), content: contentOf(SAID) },
      ]);
      await ask(store);
      for (const table of ['record_texts', 'texts', 'text_rows'])
        expect(rowsOf(fixture.path, `SELECT * FROM ${table} ORDER BY seq`)).toEqual(
          rowsOf(fresh.path, `SELECT * FROM ${table} ORDER BY seq`),
        );
      expect(
        rowsOf(fixture.path, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"),
      ).toEqual(
        rowsOf(fresh.path, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"),
      );
    } finally {
      await fresh.destroy();
    }
  });

  it('keeps its index up to date with later writes, changes and deletions', async () => {
    const store = await fixture.openWorkspace();
    const [plain, name] = await store.records.findAll(['plain', 'name']);
    if (plain === undefined || name === undefined) throw new Error('a record is gone');
    await store.ledger.commit([
      c.record({ ...plain, version: 2, status: 'resolved' }),
      { kind: 'forget', record: name, at: s.T0 },
      c.note({ ...NOTE, version: 2, summary: 'The manticore was not' }),
      { kind: 'capture_dropped', captureId: 'cap_1', at: s.T0 },
    ]);
    checkIndexes();
    expect(await foundIn(store, 'records', word('wyvern'), { isLiveAt: s.T0 })).toEqual([]);
    expect(await foundIn(store, 'records', word('user'))).toEqual([]);
    expect(await foundIn(store, 'texts', word('griffon'))).toEqual([]);
    expect(await foundIn(store, 'texts', word('manticore'))).toEqual(['not_1']);
    expect(await foundIn(store, 'texts', word('chimera'))).toEqual(['ses_1:5', 'ses_1:4']);
  });

  it('is migrated even if some rows are unreadable; those are not searchable', async () => {
    insertRows(fixture.path, 'notes', { ...oldNote(c.aNote({ id: 'not_2' })), body: '{"events":[' });
    insertRows(fixture.path, 'campaign_events', {
      ...oldEvent(g.anEvent({ id: 'evt_2', turn: 2 })),
      body: '{}',
    });
    insertRows(fixture.path, 'captures', {
      ...oldCapture(aCapture({ id: 'cap_3' }), contentOf(SAID)),
      content: 'no such thing',
    });
    const store = await fixture.openWorkspace();
    await ask(store);
    checkIndexes();
    expect(rowsOf(fixture.path, "SELECT id FROM notes WHERE id = 'not_2'")).toHaveLength(1);
  });

  it('is indexed completely if it has more records than are read at once', async () => {
    const many = Array.from({ length: 2_100 }, (_, index) =>
      oldRecord(aRecord({ id: `m${index}`, content: `row manyRows${index % 7}` })),
    );
    insertRows(fixture.path, 'records', ...many);
    const store = await fixture.openWorkspace();
    expect((await findIn(store, 'records', word('many'), {}, 5_000)).frequency).toEqual({
      count: 2_100,
      isEstimate: false,
    });
    checkIndexes();
  });
});
