import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { refusal } from '../app/test-app.ts';
import * as c from './clauses/changes.ts';
import { newSqliteFixture, type SqliteFixture } from './sqlite-fixture.ts';

let fixture: SqliteFixture;
beforeEach(async () => {
  fixture = await newSqliteFixture();
});
afterEach(() => fixture.destroy());

/** What is in the file itself, without any log. */
function idsInFile(): unknown[] {
  const copy = `${fixture.path}.copy`;
  copyFileSync(fixture.path, copy);
  const database = openDatabase(copy);
  try {
    return database
      .prepare('SELECT id FROM projects ORDER BY id')
      .all()
      .map(({ id }) => id);
  } finally {
    database.close();
    for (const part of ['', '-wal', '-shm']) rmSync(`${copy}${part}`, { force: true });
  }
}

const WAYS = [['-wal'], ['-shm'], ['-wal', '-shm']];

describe.skipIf(process.platform === 'win32').each(WAYS)(
  'a store whose %s %s was deleted while open',
  (...parts) => {
    const remove = () => {
      for (const part of parts) if (part) rmSync(`${fixture.path}${part}`);
    };

    it('refuses the next write, and keeps everything it acknowledged', async () => {
      const store = await fixture.openWorkspace();
      await store.ledger.commit([c.project({ id: 'prj_1' })]);
      await store.ledger.commit([c.project({ id: 'prj_2' })]);
      remove();
      for (const id of ['prj_3', 'prj_4'])
        expect(await refusal(store.ledger.commit([c.project({ id })]))).toBe('unavailable: store_replaced');
      if (parts.includes('-wal')) expect(idsInFile()).toEqual(['prj_1', 'prj_2']);
      await store.close();
    });

    it('refuses the first write of a process that has only read so far', async () => {
      const writer = await fixture.openWorkspace();
      const reader = await fixture.openWorkspace();
      await writer.ledger.commit([c.project({ id: 'prj_1' })]);
      expect(await reader.projects.find('prj_1')).toBeDefined();
      remove();
      expect(await refusal(reader.ledger.commit([c.project({ id: 'prj_2' })]))).toBe(
        'unavailable: store_replaced',
      );
      if (parts.includes('-wal')) expect(idsInFile()).toEqual(['prj_1']);
      for (const store of [reader, writer]) await store.close();
    });
  },
);

describe.skipIf(process.platform === 'win32')('a store without its log', () => {
  it('is not opened while other processes use the deleted log', async () => {
    const store = await fixture.openWorkspace();
    await store.ledger.commit([c.project({ id: 'prj_1' })]);
    rmSync(`${fixture.path}-wal`);
    expect(await refusal(fixture.openWorkspace())).toBe('unavailable: store_log_missing');
    expect(existsSync(`${fixture.path}-wal`)).toBe(false);
    await refusal(store.ledger.commit([c.project({ id: 'prj_2' })]));
    expect(idsInFile()).toEqual(['prj_1']);
  });

  it('is opened if only a leftover index of the log exists and no process has it open', async () => {
    const store = await fixture.openWorkspace();
    await store.ledger.commit([c.project({ id: 'prj_1' })]);
    await store.close();
    const moved = await newSqliteFixture();
    try {
      mkdirSync(join(moved.folder, 'home'));
      copyFileSync(fixture.path, moved.path);
      writeFileSync(`${moved.path}-shm`, Buffer.alloc(32_768, 7));
      const next = await moved.openWorkspace();
      expect(await next.projects.find('prj_1')).toBeDefined();
      await next.ledger.commit([c.project({ id: 'prj_2' })]);
      expect(await next.projects.find('prj_2')).toBeDefined();
    } finally {
      await moved.destroy();
    }
  });
});
