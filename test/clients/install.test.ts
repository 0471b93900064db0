import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFiles } from '../../src/system/settings/settings-files.ts';
import { OLD } from './client-place.ts';
import { sandbox } from './settings-sandbox.ts';
import { TEXTS } from './settings-texts.ts';

const BIG = JSON.stringify(
  {
    projects: Array.from({ length: 40_000 }, (_, index) => ({
      path: `/home/ada/${index}`,
      text: 'x'.repeat(90),
    })),
  },
  null,
  2,
);

/** These come back as they were only from the copy, because their space is no part of any entry. */
const SPACES = { 'spaces in braces': '{   }\n', 'a line in braces': '{\n\n}\n' };

describe.each(Object.entries({ ...TEXTS, ...SPACES, '5 MB': BIG }))('settings with %s', (_, text) => {
  it('are changed once, then not again, and are the same bytes after uninstall, with nothing left beside them', async () => {
    const here = sandbox();
    here.write(here.hooks, text);
    here.write(here.server, text);
    const before = here.listFiles();
    expect((await here.install()).map(({ action }) => action)).toEqual(['update', 'update']);
    const after = [here.hooks, here.server].map(here.read);
    const files = here.listFiles();
    expect(files.filter((file) => file.endsWith('.bak'))).toHaveLength(2);

    const again = await here.install();
    expect(again.map(({ action, copy }) => [action, copy])).toEqual([
      ['none', null],
      ['none', null],
    ]);
    expect([here.hooks, here.server].map(here.read)).toEqual(after);
    expect(here.listFiles()).toEqual(files);

    expect((await here.uninstall()).map(({ action }) => action)).toEqual(['restore', 'restore']);
    expect([here.hooks, here.server].map(here.read)).toEqual([text, text]);
    expect(here.listFiles()).toEqual(before);
    expect((await here.uninstall()).map(({ action }) => action)).toEqual(['none', 'none']);
  });
});

describe('install', () => {
  it('keeps a copy beside the file, under a name with the date, with its permissions', async () => {
    const here = sandbox();
    here.write(here.hooks, TEXTS.tabs ?? '');
    chmodSync(here.hooks, 0o640);
    const [{ copy } = { copy: null }] = await here.install();
    expect(copy).toBe(`${here.hooks}.throughline-2026-11-16T05-02-33-123Z.bak`);
    expect(here.read(copy ?? '')).toBe(TEXTS.tabs);
    for (const path of [copy ?? '', here.hooks]) expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('makes files that are not there, for the person alone, and uninstall removes them with their folder', async () => {
    const here = sandbox();
    expect((await here.install()).map(({ action, copy }) => [action, copy])).toEqual([
      ['create', null],
      ['create', null],
    ]);
    for (const path of [here.hooks, here.server]) expect(statSync(path).mode & 0o777).toBe(0o600);
    await here.uninstall();
    expect(here.listFiles()).toEqual([]);
    expect(statSync(join(here.homeDir, '.claude'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('in a project makes files that others can read as far as they can read the folder', async () => {
    const here = sandbox();
    chmodSync(here.projectDir, 0o755);
    await (await here.services().planInstall('claude-code', 'project')).apply();
    const modes = ['.mcp.json', '.claude', '.claude/settings.json'].map(
      (name) => statSync(join(here.projectDir, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o644, 0o755, 0o644]);
    expect(here.read(join(here.projectDir, '.mcp.json'))).not.toContain(here.root);
    await (await here.services().planUninstall('claude-code', 'project')).apply();
    expect(here.listFiles()).toEqual([]);
  });

  it('after an update of the program changes the path, keeps the first copy, and can still be undone to the byte', async () => {
    const here = sandbox();
    here.write(here.hooks, TEXTS['hooks of others'] ?? '');
    await here.install({ place: { program: OLD.program } });
    const files = here.listFiles();
    expect((await here.install()).map(({ action, copy }) => [action, copy])).toEqual([
      ['update', null],
      ['update', null],
    ]);
    expect(here.read(here.hooks)).not.toContain('/old/');
    expect(here.listFiles()).toEqual(files);
    await here.uninstall();
    expect(here.read(here.hooks)).toBe(TEXTS['hooks of others']);
    expect(here.read(here.server)).toBeNull();
  });

  it('over entries without a record never restores them: uninstall removes them', async () => {
    const here = sandbox();
    here.write(here.hooks, TEXTS['two spaces'] ?? '');
    await here.install({ place: { program: OLD.program } });
    rmSync(here.home, { recursive: true });
    await here.install();
    expect((await here.uninstall())[1]?.action).toBe('update');
    expect(here.read(here.hooks)).toBe(TEXTS['two spaces']);
  });

  it('from the cache of npx is refused for a user and allowed for a project', async () => {
    const services = sandbox().services({ isPassing: true });
    await expect(services.planInstall('claude-code', 'user')).rejects.toMatchObject({
      code: 'program_not_installed',
      hint: expect.stringContaining('npm install -g'),
    });
    await services.planInstall('claude-code', 'project');
  });

  it('warns when the other scope has the hooks too, and when a plugin brings them', async () => {
    const here = sandbox();
    await here.install();
    const { notices } = await here.services().planInstall('claude-code', 'project');
    expect(notices).toEqual([
      {
        text: expect.stringContaining(`${here.hooks} also has these hooks`),
        next: [{ action: 'client.uninstall', args: { client: 'claude-code', scope: 'user' } }],
      },
    ]);
    here.write(here.hooks, '{ "enabledPlugins": { "throughline@throughline": true } }');
    const again = await here.services().planInstall('claude-code', 'user');
    expect(again.notices).toEqual([{ text: expect.stringContaining('plugin'), next: [] }]);
  });

  it('for a scope that the client does not have is refused', async () => {
    await expect(sandbox().services().planInstall('claude-desktop', 'project')).rejects.toMatchObject({
      code: 'scope_unknown',
    });
  });
});

describe('uninstall of what was changed since', () => {
  it('removes only our entries, and the objects that install added', async () => {
    const here = sandbox();
    for (const path of [here.hooks, here.server]) here.write(path, TEXTS['line comments'] ?? '');
    await here.install();
    for (const path of [here.hooks, here.server])
      here.write(path, (here.read(path) ?? '').replace('"opus"', '"haiku"'));
    const changed = await here.uninstall();
    expect(changed.map(({ action }) => action)).toEqual(['update', 'update']);
    const wanted = TEXTS['line comments']?.replace('"opus"', '"haiku"');
    expect([here.hooks, here.server].map(here.read)).toEqual([wanted, wanted]);
    for (const { copy } of changed) expect(here.read(copy ?? '')).toContain('throughline');
  });

  it('removes a file that install made once nothing else is in it, and keeps one in which there is', async () => {
    const here = sandbox();
    await here.install();
    here.write(here.hooks, (here.read(here.hooks) ?? '').replace(/\n\}\n$/, ',\n  "model": "opus"\n}\n'));
    here.write(here.server, `${here.read(here.server)}\n\n`);
    expect((await here.uninstall()).map(({ action }) => action)).toEqual(['delete', 'update']);
    expect(JSON.parse(here.read(here.hooks) ?? '')).toEqual({ model: 'opus' });
    expect(here.read(here.server)).toBeNull();
  });

  it('restores nothing from a copy that is not what it was', async () => {
    const here = sandbox();
    here.write(here.hooks, TEXTS['two spaces'] ?? '');
    const [{ copy } = { copy: null }] = await here.install();
    writeFileSync(copy ?? '', '{ "model": "something else" }');
    expect((await here.uninstall())[1]?.action).toBe('update');
    expect(here.read(here.hooks)).toBe(TEXTS['two spaces']);
  });

  it('works without the record of what was installed', async () => {
    const here = sandbox();
    here.write(here.hooks, TEXTS['hooks of others'] ?? '');
    await here.install();
    rmSync(here.home, { recursive: true });
    await here.uninstall();
    expect(here.read(here.hooks)).toBe(TEXTS['hooks of others']);
  });

  it('refuses while that record is damaged, and leaves it as it is', async () => {
    const here = sandbox();
    mkdirSync(here.home);
    const record = join(here.home, 'installed.json');
    const whole = {
      client: 'c',
      written: 'd',
      original: null,
      backup: null,
      isClean: true,
      made: [['a']],
      folder: null,
    };
    const files = [[], { '/x': {} }, { '/x': [] }, { '/x': { ...whole, client: null } }].concat([
      { '/x': { ...whole, more: 1 } },
      { '/x': { ...whole, made: [['a', 1]] } },
      { '/x': { ...whole, isClean: 1 } },
    ]);
    const records = files.map((one) => JSON.stringify({ format: 1, files: one }));
    for (const text of ['{', '[]', '{"format":2,"files":{}}', '{"format":1,"files":{},"x":1}', ...records]) {
      writeFileSync(record, text);
      for (const work of [here.install, here.uninstall])
        await expect(work()).rejects.toMatchObject({ code: 'installed_unreadable' });
      expect(here.read(record)).toBe(text);
      expect(here.listFiles()).toEqual(['home/.throughline/installed.json']);
    }
  });
});

describe('a file that another program changes at the same moment', () => {
  /** Somebody who writes right before we do. */
  const intruder = (path: string, write: () => void) => ({
    ...settingsFiles,
    replace: async (...[at, change]: Parameters<typeof settingsFiles.replace>) => {
      if (at === path) write();
      return settingsFiles.replace(at, change);
    },
  });

  it('is read again, and keeps what the other program wrote', async () => {
    const here = sandbox();
    here.write(here.hooks, '{ "a": 1 }');
    let count = 0;
    const files = intruder(here.hooks, () => {
      if (count++ === 0) here.write(here.hooks, '{ "a": 2 }');
    });
    await here.install({ files });
    expect(JSON.parse(here.read(here.hooks) ?? '')).toMatchObject({ a: 2, hooks: { Stop: [{}] } });
    expect(here.listFiles().filter((file) => file.endsWith('.bak'))).toHaveLength(1);
    await here.uninstall();
    expect(here.read(here.hooks)).toBe('{ "a": 2 }');
  });

  it('repeatedly is refused, and the other files are restored', async () => {
    const here = sandbox();
    here.write(here.hooks, '{ "b": 1 }');
    here.write(here.server, '{ "a": 1 }');
    let count = 1;
    const files = intruder(here.server, () => here.write(here.server, `{ "a": ${++count} }`));
    await expect(here.install({ files })).rejects.toMatchObject({ code: 'settings_changed' });
    expect(here.read(here.hooks)).toBe('{ "b": 1 }');
    expect(here.read(here.server)).toBe(`{ "a": ${count} }`);
    expect(here.listFiles()).toEqual(['home/.claude.json', 'home/.claude/settings.json']);
  });

  it('and cannot be restored, is named', async () => {
    const here = sandbox();
    here.write(here.hooks, '{ "b": 1 }');
    here.write(here.server, '{ "a": 1 }');
    const files = intruder(here.server, () => {
      here.write(here.hooks, '{ "mine": true }');
      here.write(here.server, `{ "a": ${Math.random()} }`);
    });
    await expect(here.install({ files })).rejects.toMatchObject({
      code: 'settings_half_done',
      message: expect.stringContaining(here.hooks),
    });
    expect(here.read(here.hooks)).toBe('{ "mine": true }');
  });
});

describe('what is shown', () => {
  const shown = async (text: string) => {
    const here = sandbox();
    here.write(here.server, text);
    const services = here.services();
    const { changes } = await services.planInstall('claude-code', 'user');
    const lines = await Promise.all(changes.map(services.showChange));
    return (lines[1] ?? []).map((line) => line.text);
  };

  it('is a unified diff, with three lines around what changes', async () => {
    expect(await shown('{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4\n}')).toEqual([
      expect.stringMatching(/^--- \/.*\.claude\.json$/),
      expect.stringMatching(/^\+\+\+ \/.*\.claude\.json$/),
      '@@ -2,5 +2,15 @@',
      '   "a": 1,',
      '   "b": 2,',
      '   "c": 3,',
      '-  "d": 4',
      '+  "d": 4,',
      '+  "mcpServers": {',
      '+    "throughline": {',
      '+      "type": "stdio",',
      '+      "command": "/usr/bin/node",',
      '+      "args": [',
      '+        "/opt/throughline/dist/bin.js",',
      '+        "mcp"',
      '+      ]',
      '+    }',
      '+  }',
      ' }',
      '\\ No newline at end of file',
    ]);
  });

  it('of one long line is the part that changes', async () => {
    const lines = await shown(`{"a":"${'x'.repeat(50_000)}","b":"${'y'.repeat(50_000)}"}`);
    expect(lines.join('').length).toBeLessThan(1_500);
    expect(lines.find((line) => line.startsWith('+{') || line.startsWith('+…'))).toContain('"mcpServers":{');
  });

  it('has no secrets of others', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const text = (await shown(`{\n  "env": {\n    "GITHUB_TOKEN": "${token}"\n  }\n}\n`)).join('\n');
    expect(text).toContain('GITHUB_TOKEN');
    expect(text).not.toContain(token);
  });
});
