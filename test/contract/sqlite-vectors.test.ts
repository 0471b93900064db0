import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '../../src/domain/id.ts';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { listBackups } from '../../src/storage/sqlite/backup/backup-files.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { bytesOf, signCode } from '../../src/storage/sqlite/nearest-records.ts';
import { aRecord } from '../domain/record/a-record.ts';
import type { OpenWorkspace } from '../support/open-workspace.ts';
import * as c from './clauses/changes.ts';
import { DIMENSION, embedAll, MODEL, NOW, nearestIds, remember, vectorOf } from './clauses/embedded.ts';
import { insertRows, oldRecord } from './old-rows.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

let fixture: SqliteFixture;
let store: OpenWorkspace;
beforeEach(async () => {
  fixture = await newSqliteFixture();
  store = await fixture.openWorkspace();
  await store.ledger.commit([c.project(), c.project({ id: 'prj_2' })]);
});
afterEach(() => fixture.destroy());

it('reading what is pending needs no scan if no embedder was ever configured', async () => {
  await store.ledger.commit([remember('rec_1', 'heron')]);
  await store.ledger.commit([remember('rec_1', 'badger', { version: 2 })]);
  const reader = openDatabase(fixture.path, { readOnly: true });
  for (const table of ['record_vectors', 'vector_queue', 'vector_progress'])
    expect(reader.prepare(`SELECT count(*) AS count FROM ${table}`).get()).toEqual({ count: 0 });
  reader.close();
});

describe('nearest', () => {
  it('finds the few records of a project among tens of thousands that are nearer', async () => {
    await store.ledger.commit([remember('rec_own', 'the heron was seen')]);
    await embedAll(store);
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
    expect(await nearestIds(store, 'heron wades')).toEqual(['rec_own']);
  });

  it('respects a scope that is too large to be searched exhaustively', async () => {
    await store.ledger.commit([
      remember('rec_1', 'heron here'),
      remember('rec_2', 'heron wades', { projectId: 'prj_2' }),
    ]);
    await embedAll(store);
    const database = openDatabase(fixture.path);
    database.exec("UPDATE record_counts SET count = 60000 WHERE project_id = 'prj_1'");
    database.close();
    expect(await nearestIds(store, 'heron wades')).toEqual(['rec_1']);
  });
});

describe('a deleted record', () => {
  const bytesIn = () =>
    Buffer.concat(
      readdirSync(dirname(fixture.path))
        .sort()
        .map((name) => readFileSync(join(dirname(fixture.path), name))),
    );

  it('leaves no trace of its vector in any file', async () => {
    const texts = ['heron wades', 'otter dives', 'badger digs'];
    await store.ledger.commit(texts.map((text, at) => remember(`rec_${at}`, text)));
    await embedAll(store);
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
  it('opens, keeps its records, and has all of them pending for vectors', async () => {
    const old = await newSqliteFixture();
    const before = await old.openWorkspace('default', MIGRATIONS.slice(0, 10));
    await before.ledger.commit([c.project()]);
    await before.close();
    insertRows(old.path, 'records', oldRecord(aRecord({ id: 'rec_1', content: 'heron' })));
    const today = await old.openWorkspace();
    expect(await today.records.findAll(['rec_1'])).toMatchObject([{ content: 'heron' }]);
    expect(await today.vectors.count(MODEL, NOW)).toEqual({ done: 0, pending: 1, dimension: null });
    expect(listBackups(old.path)).toMatchObject([{ reason: 'before-migration' }]);
    await old.destroy();
  });
});
