import { copyFileSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openBackups } from '../../src/storage/open-backups.ts';
import { followLinks } from '../../src/storage/sqlite/file/follow-links.ts';
import { refusal } from '../app/test-app.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import { tempFolder } from '../support/temp-folder.ts';
import * as c from './clauses/changes.ts';

let folder: string;
let file: string;
let link: string;
beforeEach(() => {
  folder = tempFolder();
  file = join(folder, 'disk', 'file.db');
  link = join(folder, 'link.db');
  mkdirSync(dirname(file));
  symlinkSync(join('disk', 'file.db'), link);
});

async function open(path: string) {
  const store = openWorkspace({ path, workspace: 'w', busyTimeoutMs: 1_000, now: T0 });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

const commit = async (path: string, id: string) => {
  const store = await open(path);
  await store.ledger.commit([c.project({ id })]);
  return store;
};

describe.skipIf(process.platform === 'win32')('a store behind a symbolic link', () => {
  it('is created where the link leads, and other processes can open it at once', async () => {
    await commit(link, 'prj_1');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(dirname(file)).toSorted()).toEqual(['file.db', 'file.db-shm', 'file.db-wal']);
    for (const path of [link, file]) expect(await (await open(path)).projects.find('prj_1')).toBeDefined();
  });

  it('is not created where the link leads to a missing folder, whose disk may not be mounted', async () => {
    rmSync(dirname(file), { recursive: true });
    expect(await refusal(open(link))).toBe('not_found: store_folder_missing');
    expect(readdirSync(folder)).toEqual(['link.db']);
  });

  it('refuses a write once its log was deleted, and keeps what it acknowledged', async () => {
    await (await commit(file, 'prj_1')).close();
    const store = await commit(link, 'prj_2');
    rmSync(`${file}-wal`);
    expect(await refusal(store.ledger.commit([c.project({ id: 'prj_3' })]))).toBe(
      'unavailable: store_replaced',
    );
    const copy = join(folder, 'copy.db');
    copyFileSync(file, copy);
    expect(await (await open(copy)).projects.find('prj_2')).toBeDefined();
  });

  it('is not opened while other processes use a deleted log', async () => {
    await (await commit(file, 'prj_1')).close();
    await commit(link, 'prj_2');
    rmSync(`${file}-wal`);
    expect(await refusal(open(link))).toBe('unavailable: store_log_missing');
  });

  it('has its backups beside the file, and a restore leaves the link in place', async () => {
    await (await commit(link, 'prj_1')).close();
    const backups = openBackups(link);
    const backup = backups?.nameFor('manual', T0) ?? '';
    backups?.make(backup);
    await (await commit(link, 'prj_2')).close();
    expect(
      openBackups(file)
        ?.list()
        .map(({ path }) => path),
    ).toEqual([backup]);
    backups?.restore(backup, T0);
    expect(readlinkSync(link)).toBe(join('disk', 'file.db'));
    const restored = await open(file);
    expect(await restored.projects.find('prj_1')).toBeDefined();
    expect(await restored.projects.find('prj_2')).toBeUndefined();
  });
});

describe.skipIf(process.platform === 'win32')('a path that the file system does not accept', () => {
  it.each([
    ['a link that leads back to itself', () => 'loop.db'],
    ['a name that is too long', () => `${'n'.repeat(300)}.db`],
    ['a name that is too long for its log', () => 'n'.repeat(253)],
  ])('is refused with the reason: %s', async (_, nameOf) => {
    symlinkSync('loop.db', join(folder, 'loop.db'));
    const path = join(folder, nameOf());
    expect(await refusal(open(path))).toBe('invalid: store_path_invalid');
    expect(() => openBackups(path)?.neededBytes()).toThrow(
      expect.objectContaining({ code: 'store_path_invalid' }),
    );
  });
});

describe.skipIf(process.platform === 'win32')('followLinks', () => {
  it('follows a chain of links, also through a link to a folder', () => {
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    symlinkSync(join(folder, 'a', 'b'), join(folder, 'to-b'));
    symlinkSync('to-b/../second.db', join(folder, 'first.db'));
    symlinkSync('b/../../disk/file.db', join(folder, 'a', 'second.db'));
    expect(followLinks(join(folder, 'first.db'))).toBe(file);
  });

  it('returns a path without a link, and a link that leads to itself, as they are', () => {
    const loop = join(folder, 'loop.db');
    symlinkSync('loop.db', loop);
    for (const path of [loop, file, join(folder, '.', 'x', '..', 'y.db')])
      expect(followLinks(path)).toBe(path);
  });
});
