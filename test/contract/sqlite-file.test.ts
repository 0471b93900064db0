import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import type { Connection } from '../../src/storage/sqlite/connection.ts';
import { openConnections } from '../../src/storage/sqlite/connections.ts';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { aRecord } from '../domain/record/a-record.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('a store file', () => {
  let fixture: SqliteFixture;
  beforeEach(async () => {
    fixture = await newSqliteFixture();
  });
  afterEach(() => fixture.destroy());

  it('is opened in WAL mode with full synchronization', async () => {
    const { reader, writer, close } = openConnections({
      mayCreate: true,
      mayCreateFolder: true,
      path: fixture.path,
      busyTimeoutMs: 1_234,
      migrations: MIGRATIONS,
      now: T0,
    });
    const pragmas = (connection: Connection) =>
      Object.fromEntries(
        ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'query_only', 'busy_timeout'].map(
          (name) => [name, Object.values(connection.get(`PRAGMA ${name}`) ?? {})[0]],
        ),
      );
    // Neither waits inside SQLite: nothing else in the process would go on meanwhile.
    const both = { journal_mode: 'wal', trusted_schema: 0, busy_timeout: 0 };
    expect(pragmas(reader)).toMatchObject({ ...both, query_only: 1 });
    expect(pragmas(writer.connection)).toEqual({
      ...both,
      synchronous: 2,
      foreign_keys: 1,
      query_only: 0,
    });
    await close();
  });

  it.skipIf(process.platform === 'win32')(
    'is its owner’s alone, its logs and its folder included',
    async () => {
      const store = await fixture.openWorkspace();
      await store.ledger.commit([c.project()]);
      expect(await modeOf(dirname(fixture.path))).toBe('700');
      const names = await readdir(dirname(fixture.path));
      expect(names.toSorted()).toEqual(['throughline.db', 'throughline.db-shm', 'throughline.db-wal']);
      for (const name of names)
        expect([name, await modeOf(join(dirname(fixture.path), name))]).toEqual([name, '600']);
    },
  );

  it('is created once when many processes start at the same time, and leaves no drafts', async () => {
    const stores = await Promise.all(Array.from({ length: 6 }, () => fixture.openWorkspace()));
    await stores[0]?.ledger.commit([c.project()]);
    for (const store of stores) expect(await store.projects.find('prj_1')).toBeDefined();
    const names = await readdir(dirname(fixture.path));
    expect(names.toSorted()).toEqual(['throughline.db', 'throughline.db-shm', 'throughline.db-wal']);
  });

  it('keeps earlier versions of records and notes, whole', async () => {
    const store = await fixture.openWorkspace();
    await store.ledger.commit([c.project(), c.record(), c.note()]);
    await store.ledger.commit([
      c.record({ version: 2, status: 'resolved', content: 'Other words.' }),
      c.note({ version: 2, summary: 'Revised.' }),
    ]);
    await store.ledger.commit([c.note({ version: 3, summary: 'Again.' })]);
    const reader = openDatabase(fixture.path, { readOnly: true });
    const bodies = (table: string) =>
      reader
        .prepare(`SELECT version, body FROM ${table} ORDER BY version`)
        .all()
        .map(({ body }) => JSON.parse(String(body)));
    expect(bodies('record_versions')).toMatchObject([{ version: 1, content: 'Why does the build hang?' }]);
    expect(bodies('note_versions')).toEqual([c.aNote(), c.aNote({ version: 2, summary: 'Revised.' })]);
    reader.close();
  });

  it('is checked for damage by SQLite itself and passes, after all kinds of writes', async () => {
    const store = await fixture.openWorkspace();
    await store.ledger.commit([c.project(), c.record(), c.note(), c.handoff(), c.files(['a'])]);
    const reader = openDatabase(fixture.path, { readOnly: true });
    expect(reader.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(reader.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    reader.close();
  });

  describe('of which something was forgotten', () => {
    const record = aRecord({ content: 'Xylophonists meet here.' });
    const logBytes = async () => (await stat(`${fixture.path}-wal`)).size;
    async function written() {
      const store = await fixture.openWorkspace();
      await store.ledger.commit([c.project(), { kind: 'record', record, expectedVersion: 0 }]);
      return { store, forget: () => store.ledger.commit([{ kind: 'forget', record, at: T0 }]) };
    }

    it('has an empty log when the commit answers', async () => {
      const { forget } = await written();
      await forget();
      expect(await logBytes()).toBe(0);
    });

    it('commits while another connection reads the earlier state, and truncates the log after the next commit', async () => {
      const { store, forget } = await written();
      const reader = openDatabase(fixture.path, { readOnly: true });
      reader.exec('BEGIN');
      expect(reader.prepare('SELECT content FROM records').all()).toEqual([{ content: record.content }]);
      await forget();
      expect(await logBytes()).toBeGreaterThan(0);
      reader.exec('COMMIT');
      reader.close();
      await store.ledger.commit([c.note()]);
      expect(await logBytes()).toBe(0);
      await store.ledger.commit([c.note({ version: 2 })]);
      expect(await logBytes()).toBeGreaterThan(0);
    });
  });
});
