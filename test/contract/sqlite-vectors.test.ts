import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchScope } from '../../src/app/ports/search-index.ts';
import type { PendingCursor } from '../../src/app/ports/vectors.ts';
import { digestOf } from '../../src/domain/id.ts';
import type { ThroughlineRecord } from '../../src/domain/record/record.ts';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { bytesOf } from '../../src/storage/sqlite/vector-bytes.ts';
import { signCode } from '../../src/storage/sqlite/vector-codes.ts';
import { aRecord } from '../domain/record/a-record.ts';
import * as s from '../domain/session/a-session.ts';
import { hashedWords } from '../support/hashed-words.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

const MODEL = 'hashed-words';
const NOW = s.T0;
const DIMENSION = 256;
const FORCED = { isForced: true, mayChangeModel: true };

function vectorOf(text: string, dimension = DIMENSION): Float32Array {
  const numbers = hashedWords(text, dimension);
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

const remember = (id: string, content: string, facts: Partial<ThroughlineRecord> = {}) =>
  c.record({ id, content, ...facts });

let fixture: SqliteFixture;
let store: OpenWorkspace;
beforeEach(async () => {
  fixture = await newSqliteFixture();
  store = await fixture.openWorkspace();
  await store.ledger.commit([c.project(), c.project({ id: 'prj_2' })]);
});
afterEach(() => fixture.destroy());

async function begin(of = store, model = MODEL): Promise<void> {
  expect(await of.vectors.claim(model, NOW, FORCED)).toBe('mine');
  while (await of.vectors.survey(model));
}

async function pendingIds(of = store): Promise<readonly string[]> {
  const { records } = await of.vectors.listPending(100, null, NOW);
  return records.map(({ id }) => id);
}

async function embedAll({ of = store, model = MODEL, dimension = DIMENSION } = {}): Promise<number> {
  await begin(of, model);
  const { records } = await of.vectors.listPending(1_000, null, NOW);
  const rows = records.map(({ id, version, content }) => ({
    recordId: id,
    version,
    digest: digestOf(content),
    vector: vectorOf(content, dimension),
  }));
  for (let at = 0; at < rows.length; at += 32) await of.vectors.put(model, rows.slice(at, at + 32), NOW);
  return records.length;
}

const LIVE: SearchScope = { projectIds: ['prj_1', null], isLiveAt: NOW };
async function nearestIds(text: string, filter = LIVE, limit = 3, of = store): Promise<readonly string[]> {
  const found = await of.vectors.nearest(vectorOf(text), MODEL, filter, limit);
  return found.map(({ recordId }) => recordId);
}

describe('what is pending', () => {
  it('is what was there before the first vector, newest first, and then whatever is written', async () => {
    await store.ledger.commit([remember('rec_1', 'one'), remember('rec_2', 'two')]);
    await begin();
    await store.ledger.commit([remember('rec_3', 'three')]);
    expect(await pendingIds()).toEqual(['rec_3', 'rec_2', 'rec_1']);
    expect(await store.vectors.count(MODEL, NOW)).toEqual({ done: 0, pending: 3, dimension: null });
    expect(await embedAll()).toBe(3);
    expect(await pendingIds()).toEqual([]);
    expect(await store.vectors.hasPending(MODEL)).toBe(false);
    expect(await store.vectors.count(MODEL, NOW)).toEqual({ done: 3, pending: 0, dimension: DIMENSION });
  });

  it('is counted before anything is begun', async () => {
    await store.ledger.commit([
      remember('rec_1', 'one'),
      remember('rec_2', 'two', { status: 'resolved' }),
      remember('rec_3', 'three', { expiresAt: NOW }),
    ]);
    expect(await store.vectors.count(MODEL, NOW)).toEqual({ done: 0, pending: 1, dimension: null });
  });

  it('is only what is live', async () => {
    await store.ledger.commit([
      remember('rec_1', 'one', { status: 'superseded' }),
      remember('rec_2', 'two', { isWithheld: true }),
      remember('rec_3', 'three', { expiresAt: NOW }),
      remember('rec_4', 'four'),
    ]);
    await begin();
    await store.ledger.commit([remember('rec_5', 'five'), remember('rec_6', 'six')]);
    await store.ledger.commit([remember('rec_5', 'five', { version: 2, status: 'resolved' })]);
    expect(await pendingIds()).toEqual(['rec_6', 'rec_4']);
  });

  it('comes in pages that end', async () => {
    await store.ledger.commit(Array.from({ length: 7 }, (_, at) => remember(`rec_${at}`, `number ${at}`)));
    await begin();
    const first = await store.vectors.listPending(4, null, NOW);
    const second = await store.vectors.listPending(4, first.next, NOW);
    expect([first, second].map(({ records }) => records.map(({ id }) => id))).toEqual([
      ['rec_6', 'rec_5', 'rec_4', 'rec_3'],
      ['rec_2', 'rec_1', 'rec_0'],
    ]);
    expect(second.next).toBeNull();
  });

  it('is read on by a text that goes through JSON; by a malformed one nothing is listed', async () => {
    await store.ledger.commit(Array.from({ length: 3 }, (_, at) => remember(`rec_${at}`, `number ${at}`)));
    await begin();
    const { next } = await store.vectors.listPending(1, null, NOW);
    expect(next).toEqual(expect.any(String));
    const again = JSON.parse(JSON.stringify(next));
    expect((await store.vectors.listPending(9, again, NOW)).records).toHaveLength(2);
    for (const malformed of [
      '',
      '1',
      'q',
      'q0',
      'q-1',
      'q1e9',
      ' q9',
      `q${'9'.repeat(40)}`,
    ] as PendingCursor[])
      expect(await store.vectors.listPending(9, malformed, NOW), malformed).toEqual({
        records: [],
        next: null,
      });
  });

  it('holds a record again when its text has changed, and its old vector is gone at once', async () => {
    await store.ledger.commit([remember('rec_1', 'heron'), remember('rec_2', 'otter')]);
    await embedAll();
    await store.ledger.commit([remember('rec_1', 'badger', { version: 2 })]);
    expect(await pendingIds()).toEqual(['rec_1']);
    expect(await nearestIds('heron')).toEqual(['rec_2']);
    await embedAll();
    expect((await nearestIds('badger'))[0]).toBe('rec_1');
  });

  it.each([
    ['subject', { subject: 'birds' }],
    ['tags', { tags: ['birds'] }],
    ['aliases', { aliases: ['fisher'] }],
  ])('holds it again for other %s, and not for another importance', async (_, facts) => {
    await store.ledger.commit([remember('rec_1', 'heron')]);
    await embedAll();
    await store.ledger.commit([remember('rec_1', 'heron', { version: 2, importance: 9 })]);
    expect(await pendingIds()).toEqual([]);
    await store.ledger.commit([remember('rec_1', 'heron', { version: 3, ...facts })]);
    expect(await pendingIds()).toEqual(['rec_1']);
  });

  it('holds what becomes live again without having a vector', async () => {
    await store.ledger.commit([remember('rec_1', 'heron', { status: 'resolved' })]);
    await embedAll();
    await store.ledger.commit([remember('rec_1', 'heron', { version: 2 })]);
    expect(await pendingIds()).toEqual(['rec_1']);
  });

  it('holds a new record that takes the number of one that was deleted', async () => {
    await store.ledger.commit([remember('rec_1', 'heron'), remember('rec_2', 'otter')]);
    await embedAll();
    await nearestIds('otter');
    await store.ledger.commit([
      { kind: 'forget', record: aRecord({ id: 'rec_2', content: 'otter' }), at: NOW },
    ]);
    await store.ledger.commit([remember('rec_3', 'badger')]);
    expect(await pendingIds()).toEqual(['rec_3']);
    await embedAll();
    expect((await nearestIds('badger'))[0]).toBe('rec_3');
    expect(await nearestIds('otter')).not.toContain('rec_2');
  });

  it('is everything once the model is another one, or gives longer vectors', async () => {
    await store.ledger.commit([remember('rec_1', 'heron'), remember('rec_2', 'otter')]);
    await embedAll();
    await begin(store, 'another');
    expect(await pendingIds()).toEqual(['rec_2', 'rec_1']);
    await embedAll({ model: 'another' });
    expect(await store.vectors.nearest(vectorOf('heron'), MODEL, LIVE, 3)).toEqual([]);
    await store.ledger.commit([remember('rec_3', 'badger')]);
    await embedAll({ model: 'another', dimension: 64 });
    expect(await store.vectors.count('another', NOW)).toMatchObject({ done: 1, pending: 2, dimension: 64 });
    expect(await embedAll({ model: 'another', dimension: 64 })).toBe(2);
    expect(await store.vectors.count('another', NOW)).toEqual({ done: 3, pending: 0, dimension: 64 });
  });

  it('stays pending when the record changed while it was embedded', async () => {
    await store.ledger.commit([remember('rec_1', 'heron')]);
    await begin();
    await store.ledger.commit([remember('rec_1', 'badger', { version: 2 })]);
    const row = { recordId: 'rec_1', version: 1, digest: digestOf('heron'), vector: vectorOf('heron') };
    await store.vectors.put(MODEL, [row, { ...row, recordId: 'rec_9' }], NOW);
    expect(await store.vectors.hasAny(MODEL)).toBe(false);
    expect(await pendingIds()).toEqual(['rec_1']);
  });

  it('costs nothing where no embedder was ever there', async () => {
    await store.ledger.commit([remember('rec_1', 'heron')]);
    await store.ledger.commit([remember('rec_1', 'badger', { version: 2 })]);
    const reader = openDatabase(fixture.path, { readOnly: true });
    for (const table of ['record_vectors', 'vector_queue', 'vector_progress'])
      expect(reader.prepare(`SELECT count(*) AS count FROM ${table}`).get()).toEqual({ count: 0 });
    reader.close();
  });
});

describe('who embeds', () => {
  it('is one process at a time, until it is done, silent for long, or a person asks another', async () => {
    const other = await fixture.openWorkspace();
    expect(await store.vectors.claim(MODEL, NOW)).toBe('mine');
    expect(await other.vectors.claim(MODEL, s.after(60_000))).toBe('taken');
    expect(await other.vectors.claim(MODEL, s.after(600_000))).toBe('mine');
    expect(await store.vectors.claim(MODEL, s.after(601_000), FORCED)).toBe('mine');
    expect(await other.vectors.put(MODEL, [], s.after(602_000))).toBe(false);
    expect(await store.vectors.put(MODEL, [], s.after(602_000))).toBe(true);
    await store.vectors.release();
    expect(await other.vectors.claim(MODEL, s.after(603_000))).toBe('mine');
  });

  it('is not kept out by a claim from a clock that was set back', async () => {
    const other = await fixture.openWorkspace();
    await store.vectors.claim(MODEL, s.after(86_400_000));
    expect(await other.vectors.claim(MODEL, NOW)).toBe('mine');
  });

  it('does not turn a store back to the model that another process left', async () => {
    await store.vectors.claim(MODEL, NOW);
    const other = await fixture.openWorkspace();
    await other.vectors.claim('another', NOW, FORCED);
    await other.vectors.release();
    expect(await store.vectors.claim(MODEL, NOW)).toBe('other_model');
  });
});

describe('nearest', () => {
  const BIRDS = ['heron wades in the weir', 'otter dives in the weir', 'ledger of the harbour'];

  it('answers the most similar first, with the cosine', async () => {
    await store.ledger.commit(BIRDS.map((text, at) => remember(`rec_${at}`, text)));
    await embedAll();
    const found = await store.vectors.nearest(vectorOf('heron wades in the weir'), MODEL, LIVE, 3);
    expect(found.map(({ recordId }) => recordId)).toEqual(['rec_0', 'rec_1', 'rec_2']);
    expect(found[0]?.similarity).toBeCloseTo(1, 5);
    expect(found[2]?.similarity).toBeLessThan(0.6);
  });

  it('finds what another process has added, changed and deleted since', async () => {
    await store.ledger.commit(BIRDS.map((text, at) => remember(`rec_${at}`, text)));
    await embedAll();
    expect((await nearestIds('otter dives'))[0]).toBe('rec_1');
    const other = await fixture.openWorkspace();
    await other.ledger.commit([
      remember('rec_3', 'badger digs'),
      remember('rec_0', 'swift sleeps aloft', { version: 2 }),
      { kind: 'forget', record: aRecord({ id: 'rec_1', content: BIRDS[1] ?? '' }), at: NOW },
    ]);
    await embedAll({ of: other });
    expect((await nearestIds('badger digs'))[0]).toBe('rec_3');
    expect((await nearestIds('swift sleeps'))[0]).toBe('rec_0');
    expect(await nearestIds('otter dives')).not.toContain('rec_1');
  });

  it('keeps to the scope, the state and the rest of the filter', async () => {
    await store.ledger.commit([
      remember('rec_1', 'heron here'),
      remember('rec_2', 'heron elsewhere', { projectId: 'prj_2' }),
      remember('rec_3', 'heron everywhere', { projectId: null, type: 'lesson', category: 'lesson' }),
      remember('rec_4', 'heron before'),
    ]);
    await embedAll();
    await store.ledger.commit([remember('rec_4', 'heron before', { version: 2, status: 'resolved' })]);
    const sorted = async (filter: SearchScope) => [...(await nearestIds('heron', filter, 9))].sort();
    expect(await sorted(LIVE)).toEqual(['rec_1', 'rec_3']);
    expect(await sorted({ isLiveAt: NOW })).toEqual(['rec_1', 'rec_2', 'rec_3']);
    expect(await sorted({ projectIds: ['prj_1'] })).toEqual(['rec_1', 'rec_4']);
    expect(await sorted({ ...LIVE, types: ['lesson'] })).toEqual(['rec_3']);
    expect(await sorted({ ...LIVE, categories: ['lesson'] })).toEqual(['rec_3']);
    expect(await sorted({ ...LIVE, since: s.after(1) })).toEqual([]);
    expect(await sorted({ ...LIVE, until: NOW })).toEqual(['rec_1', 'rec_3']);
    expect(await sorted({ ...LIVE, projectIds: [] })).toEqual([]);
  });

  it('is not emptied by a filter that most of the nearest do not pass', async () => {
    const crowd = Array.from({ length: 600 }, (_, at) =>
      remember(`rec_${at}`, `heron wades number ${at}`, { projectId: 'prj_2' }),
    );
    await store.ledger.commit([...crowd, remember('rec_own', 'the heron was seen')]);
    await store.ledger.commit([
      remember('rec_lesson', 'a grey bird, a heron', { projectId: 'prj_2', type: 'lesson' }),
    ]);
    await embedAll();
    expect(await nearestIds('heron wades number')).toEqual(['rec_own']);
    const lessons = { projectIds: undefined, types: ['lesson'] } as const;
    expect(await nearestIds('heron wades number', lessons)).toEqual(['rec_lesson']);
  });

  it('finds what little a project has among tens of thousands that are nearer', async () => {
    await store.ledger.commit([remember('rec_own', 'the heron was seen')]);
    await embedAll();
    const database = openDatabase(fixture.path);
    const near = vectorOf('heron wades');
    const [code, vector] = [signCode(near), bytesOf(near)];
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 22000)';
    database.exec('DROP TRIGGER records_text_insert');
    database.exec(`${numbers} INSERT INTO records (seq, workspace, id, project_id, type, category, importance, content,
      units, digest, state, source, position, created_at, updated_at, version, tags, aliases, supersedes)
      SELECT i, 'default', 'rec_' || i, 'prj_2', 'memory', 'context', 5, 'x', 1, 'd', 'active', 's', 0, '${NOW}', '${NOW}',
        1, '[]', '[]', '[]' FROM n`);
    database
      .prepare(`${numbers} INSERT INTO record_vectors (seq, workspace, model, dimension, stamp, digest, code, vector)
        SELECT i, 'default', ?, ?, i, 'd', ?, ? FROM n`)
      .run(MODEL, DIMENSION, code, vector);
    database.close();
    expect(await nearestIds('heron wades')).toEqual(['rec_own']);
  });

  it('keeps to a scope that is too large to be looked through by itself', async () => {
    await store.ledger.commit([
      remember('rec_1', 'heron here'),
      remember('rec_2', 'heron wades', { projectId: 'prj_2' }),
    ]);
    await embedAll();
    const database = openDatabase(fixture.path);
    database.exec("UPDATE record_counts SET count = 60000 WHERE project_id = 'prj_1'");
    database.close();
    expect(await nearestIds('heron wades')).toEqual(['rec_1']);
  });

  it('sees nothing of another workspace', async () => {
    const other = await fixture.openWorkspace('other');
    await store.ledger.commit([remember('rec_1', 'heron')]);
    await embedAll();
    expect(await other.vectors.hasAny(MODEL)).toBe(false);
    expect(await nearestIds('heron', {}, 3, other)).toEqual([]);
    await begin(other);
    expect(await pendingIds(other)).toEqual([]);
  });

  it('finds among many the same as a comparison with each', async () => {
    const texts = Array.from(
      { length: 900 },
      (_, at) => `word${at % 30} word${at % 70} word${at % 110} n${at}`,
    );
    await store.ledger.commit(texts.map((text, at) => remember(`rec_${at}`, text)));
    await embedAll();
    const query = vectorOf('word7 word17 word57');
    const exact = texts
      .map((text, at) => ({
        id: `rec_${at}`,
        near: vectorOf(text).reduce((sum, number, place) => sum + number * (query[place] ?? 0), 0),
      }))
      .sort((a, b) => b.near - a.near)
      .slice(0, 10);
    const found = await store.vectors.nearest(query, MODEL, LIVE, 10);
    expect(found[0]?.recordId).toBe(exact[0]?.id);
    const floor = exact.at(-1)?.near ?? 1;
    expect(found.filter(({ similarity }) => similarity >= floor - 1e-6).length).toBeGreaterThanOrEqual(9);
  });
});

describe('a deleted record', () => {
  const bytesIn = () =>
    Buffer.concat(
      readdirSync(dirname(fixture.path))
        .sort()
        .map((name) => readFileSync(join(dirname(fixture.path), name))),
    );

  it('leaves nothing of its vector in any file', async () => {
    const texts = ['heron wades', 'otter dives', 'badger digs'];
    await store.ledger.commit(texts.map((text, at) => remember(`rec_${at}`, text)));
    await embedAll();
    const [kept, gone] = [vectorOf('heron wades'), vectorOf('otter dives')];
    const traces = [
      Buffer.from(bytesOf(gone)),
      Buffer.from(signCode(gone)),
      Buffer.from(digestOf('otter dives')),
    ];
    for (const trace of traces) expect(bytesIn().includes(trace)).toBe(true);
    await store.ledger.commit([
      { kind: 'forget', record: aRecord({ id: 'rec_1', content: 'otter dives' }), at: NOW },
    ]);
    expect(bytesIn().includes(traces[0] ?? '')).toBe(false);
    expect(bytesIn().includes(traces[1] ?? '')).toBe(false);
    expect(bytesIn().includes(Buffer.from(bytesOf(kept)))).toBe(true);
  });
});

describe('a store from before vectors', () => {
  it('opens, keeps its records, and has all of them pending', async () => {
    const old = await newSqliteFixture();
    const before = await old.openWorkspace('default', MIGRATIONS.slice(0, 10));
    await before.ledger.commit([c.project(), remember('rec_1', 'heron')]);
    await before.close();
    const today = await old.openWorkspace();
    expect(await today.records.findAll(['rec_1'])).toMatchObject([{ content: 'heron' }]);
    expect(await today.vectors.count(MODEL, NOW)).toEqual({ done: 0, pending: 1, dimension: null });
    expect(readdirSync(dirname(old.path)).filter((name) => name.endsWith('.bak'))).toHaveLength(1);
    await old.destroy();
  });
});
