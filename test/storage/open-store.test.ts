import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ThroughlineError } from '../../src/domain/error.ts';
import { storePathOf } from '../../src/domain/store-location.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { refusal, T0 } from '../app/test-app.ts';
import { tempFolder } from '../support/temp-folder.ts';

const options = { busyTimeoutMs: 1_000, now: T0, mayCreate: true, mayCreateFolder: false };

describe('openStore', () => {
  it.each([
    ['a plain path', (path: string) => path],
    ['a relative path', (path: string) => relative(process.cwd(), path)],
    ['sqlite: and a path', (path: string) => `sqlite:${path}`],
    ['sqlite: in capitals', (path: string) => `SQLite:${path}`],
    ['sqlite:// and an absolute path', (path: string) => `sqlite://${path}`],
  ])('opens the file that %s names', async (_, urlOf) => {
    const path = join(tempFolder(), 'with space %41.db');
    const store = await openStore(urlOf(path), options);
    expect(existsSync(path)).toBe(true);
    expect(store.workspace('a')).toBe(store.workspace('a'));
    expect(store.workspace('a')).not.toBe(store.workspace('b'));
    await store.close();
  });

  it.each([
    'postgres://ada:hunter2@db/x',
    'postgresql:x',
    'file:///x',
    'sqlite://host/x.db',
    'sqlite:',
    'sqlite://',
    'sqlite:/:memory:',
    'sqlite://:memory:',
    'sqlite:///:memory:',
    'sqlite:postgres://ada:hunter2@db/x',
    'sqlite:/x.db?mode=ro&password=hunter2',
    'sqlite:///x.db#hunter2',
    '',
    ' ',
    ' \t\n',
    ' store.db',
    ' postgres://ada:hunter2@db/x',
    '\tpostgres://ada:hunter2@db/x',
    '"postgres://ada:hunter2@db/x"',
    'sqlite: postgres:ada:hunter2',
    'hunter2\0.db',
    'sqlite:/hunter2\0.db',
  ])('refuses %j without repeating it, and creates nothing', async (url) => {
    const refused = await openStore(url, options).catch((error: ThroughlineError) => error);
    expect(refused).toMatchObject({ kind: 'invalid', code: 'store_unsupported', hint: expect.any(String) });
    expect(JSON.stringify([refused, String(refused)])).not.toMatch(/ada|hunter2/);
    expect(existsSync(url)).toBe(false);
  });

  it('rejects, and does not throw, where the store cannot be opened', async () => {
    const opening = openStore(join(tempFolder(), 'x.db'), { ...options, mayCreate: false });
    expect(await refusal(opening)).toBe('not_found: store_missing');
  });

  it('names every way to set the path where its folder is missing or its file is damaged', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'empty.db'), '');
    for (const path of [join(folder, 'none', 'x.db'), join(folder, 'empty.db')]) {
      const refused = await openStore(path, options).catch((error: ThroughlineError) => error);
      expect(refused).toMatchObject({ hint: expect.stringContaining('--store, THROUGHLINE_STORE or') });
    }
  });

  it('says which stores other processes can write to', async () => {
    const file = await openStore(join(tempFolder(), 'x.db'), options);
    const memory = await openStore(':memory:', options);
    expect(file.capabilities.hasOtherWriters).toBe(true);
    expect(memory.capabilities.hasOtherWriters).toBe(false);
    await Promise.all([file.close(), memory.close()]);
  });
});

describe('storePathOf', () => {
  it('takes a letter before a colon for a drive', () => {
    expect(storePathOf('C:\\store.db')).toEqual({ path: 'C:\\store.db' });
    expect(storePathOf('sqlite:C:/store.db')).toEqual({ path: 'C:/store.db' });
    expect(storePathOf('sqlite:C://store.db')).toEqual({ path: 'C://store.db' });
  });

  it('takes the slash before a drive for a part of the URL', () => {
    expect(storePathOf('sqlite:///C:/store.db')).toEqual({ path: 'C:/store.db' });
    expect(storePathOf('sqlite:///c:\\store.db')).toEqual({ path: 'c:\\store.db' });
    expect(storePathOf('sqlite:///C/store.db')).toEqual({ path: '/C/store.db' });
    expect(storePathOf('sqlite:///ab:/store.db')).toEqual({ path: '/ab:/store.db' });
  });

  it('takes a question mark and a hash in a plain path for a part of the name', () => {
    expect(storePathOf('/x?mode=ro#1.db')).toEqual({ path: '/x?mode=ro#1.db' });
  });

  it.each(['sqlite:', 'SQLITE:', 'sqlite:  ', 'sqlite://', 'sqlite:///'])(
    'refuses %j as empty',
    (location) => {
      expect(storePathOf(location)).toEqual({ problem: 'is empty after sqlite:' });
    },
  );

  it.each([
    'sqlite:postgres://ada:hunter2@db/x',
    'sqlite:postgres:x',
    'sqlite:sqlite:x.db',
    'sqlite://postgres://ada:hunter2@db/x',
    'sqlite:///postgres://ada:hunter2@db/x',
  ])('refuses a URL inside the path: %s', (location) => {
    expect(storePathOf(location)).toEqual({ problem: 'contains a second URL after sqlite:' });
  });
});
