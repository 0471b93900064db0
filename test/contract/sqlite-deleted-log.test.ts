import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/driver.ts';
import { refusal } from '../app/a-world.ts';
import * as c from './clauses/changes.ts';
import { newSqliteHouse, type SqliteHouse } from './sqlite-house.ts';

let house: SqliteHouse;
beforeEach(async () => {
  house = await newSqliteHouse();
});
afterEach(() => house.destroy());

/** What is in the file itself, without any log. */
function idsInFile(): unknown[] {
  const copy = `${house.path}.copy`;
  copyFileSync(house.path, copy);
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
      for (const part of parts) if (part) rmSync(`${house.path}${part}`);
    };

    it('refuses the next write, and keeps all it acknowledged', async () => {
      const store = await house.open();
      await store.ledger.commit([c.project({ id: 'prj_1' })]);
      await store.ledger.commit([c.project({ id: 'prj_2' })]);
      remove();
      for (const id of ['prj_3', 'prj_4'])
        expect(await refusal(store.ledger.commit([c.project({ id })]))).toBe('unavailable: store_replaced');
      if (parts.includes('-wal')) expect(idsInFile()).toEqual(['prj_1', 'prj_2']);
      await store.close();
    });

    it('refuses the first write of one that has only read so far', async () => {
      const writer = await house.open();
      const reader = await house.open();
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
  it('is not opened while others have it open with the log that was deleted', async () => {
    const store = await house.open();
    await store.ledger.commit([c.project({ id: 'prj_1' })]);
    rmSync(`${house.path}-wal`);
    expect(await refusal(house.open())).toBe('unavailable: store_log_missing');
    expect(existsSync(`${house.path}-wal`)).toBe(false);
    await refusal(store.ledger.commit([c.project({ id: 'prj_2' })]));
    expect(idsInFile()).toEqual(['prj_1']);
  });

  it('is opened where an index of the log is left over and nobody has it open', async () => {
    const store = await house.open();
    await store.ledger.commit([c.project({ id: 'prj_1' })]);
    await store.close();
    const moved = await newSqliteHouse();
    try {
      mkdirSync(join(moved.folder, 'home'));
      copyFileSync(house.path, moved.path);
      writeFileSync(`${moved.path}-shm`, Buffer.alloc(32_768, 7));
      const next = await moved.open();
      expect(await next.projects.find('prj_1')).toBeDefined();
      await next.ledger.commit([c.project({ id: 'prj_2' })]);
      expect(await next.projects.find('prj_2')).toBeDefined();
    } finally {
      await moved.destroy();
    }
  });
});
