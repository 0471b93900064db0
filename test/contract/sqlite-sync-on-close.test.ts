import { statSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { syncFile } from '../../src/storage/sqlite/file/store-files.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

vi.mock(import('../../src/storage/sqlite/file/store-files.ts'), async (original) => {
  const files = await original();
  return { ...files, syncFile: vi.fn(files.syncFile) };
});

let fixture: SqliteFixture;
beforeEach(async () => {
  fixture = await newSqliteFixture();
  const store = await fixture.openWorkspace();
  await store.ledger.commit([c.project({ id: 'prj_before' })]);
  await store.close();
  vi.mocked(syncFile).mockClear();
});
afterEach(() => fixture.destroy());

async function commitAndClose() {
  const { path } = fixture;
  const store = openWorkspace({ path, busyTimeoutMs: 5_000, now: T0, isOneCall: true });
  await store.ledger.commit([c.project({ id: 'prj_new' })]);
  await store.close();
}

it('syncs the log at the end where another process keeps it from being moved into the store', async () => {
  const other = openDatabase(fixture.path);
  other.exec('BEGIN; SELECT * FROM projects');
  await commitAndClose();
  expect(vi.mocked(syncFile).mock.calls).toEqual([[`${fixture.path}-wal`]]);
  other.exec('COMMIT');
  other.close();
});

it('moves the log into the store where no other process uses it, which syncs both', async () => {
  await commitAndClose();
  expect(syncFile).not.toHaveBeenCalled();
  expect(statSync(`${fixture.path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  const store = await fixture.openWorkspace();
  expect(await store.projects.find('prj_new')).toBeDefined();
});

it('leaves a long log to a process that has the time to move it into the store', async () => {
  const log = `${fixture.path}-wal`;
  const other = openDatabase(fixture.path);
  other.exec(`PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE long (x BLOB); INSERT INTO long VALUES (zeroblob(20000000)); DROP TABLE long`);
  const before = statSync(log).size;
  await commitAndClose();
  other.close();
  expect(statSync(log).size).toBeGreaterThan(before);
  expect(vi.mocked(syncFile).mock.calls).toEqual([[log]]);
  const store = await fixture.openWorkspace();
  expect(await store.projects.find('prj_new')).toBeDefined();
  await store.close();
  expect(statSync(log, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});
