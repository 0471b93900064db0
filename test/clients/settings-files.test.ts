import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { settingsFiles } from '../../src/system/settings/settings-files.ts';
import { mountMemory, noMountReason, remountReadOnly, unlessMounted } from '../support/faults-mount.ts';
import { sandbox } from './settings-sandbox.ts';
import { TEXTS } from './settings-texts.ts';

const TEXT = TEXTS['hooks of others'] ?? '';
const isRoot = process.getuid?.() === 0;

/** Both files there, and what is below the folder before anything is tried. */
function filled(root?: string) {
  const here = sandbox(root);
  for (const path of [here.hooks, here.server]) here.write(path, TEXT);
  return { ...here, before: here.listFiles() };
}

async function expectRefused(here: ReturnType<typeof filled>, code: string): Promise<void> {
  await expect(here.services().planInstall('claude-code', 'user')).rejects.toMatchObject({ code });
  expect(here.listFiles()).toEqual(here.before);
  for (const path of [here.hooks, here.server]) expect(here.read(path)).toBe(TEXT);
}

describe('a file that may not be written', () => {
  it.each([0, 1])('is refused before anything is, also for root: %i', async (index) => {
    const here = filled();
    chmodSync([here.hooks, here.server][index] ?? '', 0o444);
    await expectRefused(here, 'settings_read_only');
  });

  it('because its folder may not is refused', async () => {
    const here = filled();
    const folder = join(here.homeDir, '.claude');
    chmodSync(folder, 0o555);
    await expectRefused(here, 'settings_read_only');
    chmodSync(folder, 0o755);
  });

  it('because the home of Throughline may not is refused, since nothing could be remembered', async () => {
    const here = filled();
    mkdirSync(here.home, { mode: 0o555 });
    await expectRefused(here, 'settings_read_only');
  });

  it('by uninstall is refused likewise, and a second install that changes nothing is not', async () => {
    const here = filled();
    await here.install();
    const [files, text] = [here.listFiles(), here.read(here.hooks)];
    chmodSync(here.hooks, 0o444);
    expect((await here.install()).map(({ action }) => action)).toEqual(['none', 'none']);
    await expect(here.uninstall()).rejects.toMatchObject({ code: 'settings_read_only' });
    expect(here.listFiles()).toEqual(files);
    expect(here.read(here.hooks)).toBe(text);
  });

  it.skipIf(noMountReason !== undefined)(`because its disk may not is refused${unlessMounted}`, async () => {
    const [path, unmount] = mountMemory('size=4m');
    try {
      const here = filled(path);
      remountReadOnly(path);
      await expectRefused(here, 'settings_read_only');
    } finally {
      unmount();
    }
  });

  it.skipIf(noMountReason !== undefined)(`because the disk is full stays whole${unlessMounted}`, async () => {
    const [path, unmount] = mountMemory('size=256k');
    try {
      const here = filled(path);
      const ballast = join(path, 'ballast');
      try {
        writeFileSync(ballast, Buffer.alloc(1_000_000));
      } catch {}
      await expect(here.install()).rejects.toMatchObject({ code: 'settings_write_failed' });
      rmSync(ballast);
      expect(here.listFiles()).toEqual(here.before);
      for (const file of [here.hooks, here.server]) expect(here.read(file)).toBe(TEXT);
    } finally {
      unmount();
    }
  });
});

describe('a link', () => {
  it('is followed and stays one; the file behind it is changed, the copy lies beside the link', async () => {
    const here = sandbox();
    const dotfiles = join(here.root, 'dotfiles');
    here.write(join(dotfiles, 'claude.json'), TEXT);
    chmodSync(join(dotfiles, 'claude.json'), 0o644);
    mkdirSync(join(here.homeDir, '.claude'));
    symlinkSync('../../dotfiles/claude.json', here.hooks);
    await here.install();
    expect(readlinkSync(here.hooks)).toBe('../../dotfiles/claude.json');
    expect(lstatSync(join(dotfiles, 'claude.json')).isFile()).toBe(true);
    expect(here.read(join(dotfiles, 'claude.json'))).toContain('session-start');
    expect(readdirSync(dotfiles)).toEqual(['claude.json']);
    expect(statSync(here.hooks).mode & 0o777).toBe(0o644);
    await here.uninstall();
    expect(readlinkSync(here.hooks)).toBe('../../dotfiles/claude.json');
    expect(here.read(here.hooks)).toBe(TEXT);
  });

  it('to nowhere is refused', async () => {
    const here = filled();
    rmSync(here.hooks);
    symlinkSync('nowhere.json', here.hooks);
    await expect(here.install()).rejects.toMatchObject({ code: 'settings_link_broken' });
    expect(here.listFiles()).toEqual(here.before);
    expect(readlinkSync(here.hooks)).toBe('nowhere.json');
  });
});

describe('what is no settings file', () => {
  it('a folder, or a file where a folder should be, is refused', async () => {
    const folder = sandbox();
    mkdirSync(folder.hooks, { recursive: true });
    await expect(folder.install()).rejects.toMatchObject({ code: 'settings_not_a_file' });
    const file = sandbox();
    writeFileSync(join(file.homeDir, '.claude'), 'x');
    await expect(file.install()).rejects.toMatchObject({ code: 'settings_not_a_file' });
    expect(file.listFiles()).toEqual(['home/.claude']);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF{ "a": 1 }', 'utf16le')],
    ['Latin-1', Buffer.from('{ "a": "é" }', 'latin1')],
  ])('%s is refused', async (_, bytes) => {
    const here = sandbox();
    mkdirSync(join(here.homeDir, '.claude'));
    writeFileSync(here.hooks, bytes);
    await expect(here.install()).rejects.toMatchObject({ code: 'settings_not_text' });
    expect(readFileSync(here.hooks).equals(bytes)).toBe(true);
  });
});

describe.skipIf(!isRoot)('the owner of a file', () => {
  it('stays who it was, and so does the group', async () => {
    const here = filled();
    chownSync(here.hooks, 1234, 5678);
    const [{ copy } = { copy: null }] = await here.install();
    for (const path of [here.hooks, copy ?? ''])
      expect(statSync(path)).toMatchObject({ uid: 1234, gid: 5678 });
  });
});

describe('the lock of the client', () => {
  const locks: string[] = [];
  afterEach(() => {
    for (const lock of locks.splice(0)) rmSync(lock, { recursive: true, force: true });
  });

  it('is held while its file is changed, and given back', async () => {
    const here = filled();
    let isHeld = false;
    const files = {
      ...settingsFiles,
      replace: async (...[path, change]: Parameters<typeof settingsFiles.replace>) => {
        if (path === here.server) isHeld = statSync(`${path}.lock`).isDirectory();
        return settingsFiles.replace(path, change);
      },
    };
    await here.install({ files });
    expect(isHeld).toBe(true);
    expect(here.listFiles().some((file) => file.includes('.lock'))).toBe(false);
    expect(statSync(`${here.server}.lock`, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('is waited for', async () => {
    const here = filled();
    mkdirSync(`${here.server}.lock`);
    setTimeout(() => {
      here.write(here.server, '{ "written": "meanwhile" }');
      rmdirSync(`${here.server}.lock`);
    }, 300);
    await here.install();
    expect(JSON.parse(here.read(here.server) ?? '')).toMatchObject({
      written: 'meanwhile',
      mcpServers: { throughline: {} },
    });
  });

  it('that a crash left behind is taken over, one that is not given back is refused', async () => {
    const here = filled();
    const lock = `${here.server}.lock`;
    mkdirSync(lock);
    utimesSync(lock, 1_000, 1_000);
    await here.install();
    expect(here.read(here.server)).toContain('"throughline"');
    await here.uninstall();
    mkdirSync(lock);
    locks.push(lock);
    await expect(here.install()).rejects.toMatchObject({ code: 'settings_busy' });
    expect(here.read(here.hooks)).toBe(TEXT);
    expect(here.listFiles()).toEqual(here.before);
  });
});
