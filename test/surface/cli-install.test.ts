import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { TEXTS } from '../clients/settings-texts.ts';
import { PROGRAM } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { type Place, place } from '../support/server.ts';
import { hasTerminal, runOnTerminal, shellIn } from '../support/shell.ts';

const TEXT = TEXTS['hooks of others'] ?? '';
const OK = 0;

function atHome(here: Place) {
  const hooks = join(here.home, '.claude', 'settings.json');
  const server = join(here.home, '.claude.json');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  const run = (...args: string[]) => runProgram(args, here);
  /** Without what Throughline keeps for itself. */
  const list = () =>
    readdirSync(here.home, { recursive: true, encoding: 'utf8' })
      .filter((name) => name !== 'installed.json')
      .sort();
  return { here, hooks, server, write, read, run, list };
}

function filled() {
  const settings = atHome(place());
  for (const path of [settings.hooks, settings.server]) settings.write(path, TEXT);
  return settings;
}

describe('install claude-code', () => {
  it('shows the changes, applies them once, and uninstall restores the same bytes', async () => {
    const { here, hooks, server, read, list, run } = filled();
    const before = list();
    const first = await run('install', 'claude-code', '--yes');
    expect(first.exitCode).toBe(OK);
    expect(first.stderr).toMatch(
      /^--- .*settings\.json\n\+\+\+ .*settings\.json\n@@ -\d+,\d+ \+\d+,\d+ @@\n/,
    );
    expect(first.stderr).not.toContain('\u001b');
    expect(first.stdout).toContain(`${hooks} (hooks): changed; copy of what it was: ${hooks}.throughline-`);
    expect(first.stdout).toContain('throughline uninstall claude-code');

    const after = [hooks, server].map(read);
    const second = await run('install', 'claude-code');
    expect(second).toMatchObject({ exitCode: OK, stderr: '' });
    expect(second.stdout).toMatch(/^No change: Claude Code is already connected/);
    expect([hooks, server].map(read)).toEqual(after);
    expect(list()).toHaveLength(before.length + 2);

    const undone = await run('uninstall', 'claude-code', '--yes');
    expect(undone.exitCode).toBe(OK);
    expect(undone.stdout).toContain(`${hooks} (hooks): as it was before`);
    expect([hooks, server].map(read)).toEqual([TEXT, TEXT]);
    expect(list()).toEqual(before);
    expect(existsSync(join(here.home, 'installed.json'))).toBe(false);
    const again = await run('uninstall', 'claude-code');
    expect(again).toMatchObject({ exitCode: OK, stderr: '' });
    expect(again.stdout).toMatch(/^Nothing to remove/);
  });

  it('writes hooks that run and a server that answers, for the data of the home it was run with', async () => {
    const { here, hooks, server, read, run } = atHome(place());
    await run('install', 'claude-code', '--yes');
    const [{ hooks: [hook] = [] } = {}] = JSON.parse(read(hooks) ?? '').hooks.SessionStart;
    expect(hook).toEqual({
      type: 'command',
      command: process.execPath,
      args: [PROGRAM, 'hook', 'claude-code', 'session-start', '--home', here.home],
      timeout: 5,
    });
    const input = JSON.stringify({ session_id: 's', cwd: here.project, source: 'startup' });
    const env = { PATH: process.env.PATH, HOME: join(here.home, 'elsewhere') };
    const ran = spawnSync(hook.command, hook.args, { input, env, encoding: 'utf8', cwd: here.project });
    expect(JSON.parse(ran.stdout).hookSpecificOutput.hookEventName).toBe('SessionStart');
    expect(existsSync(join(here.home, 'store.db'))).toBe(true);
    expect(JSON.parse(read(server) ?? '').mcpServers.throughline).toEqual({
      type: 'stdio',
      command: process.execPath,
      args: [PROGRAM, 'mcp', '--home', here.home],
    });
  });

  it('in a dry run shows it and writes nothing', async () => {
    const { hooks, read, list, run } = filled();
    const before = list();
    for (const command of ['install', 'uninstall']) {
      const { stdout, exitCode } = await run(command, 'claude-code', '--dry-run');
      expect(exitCode).toBe(OK);
      expect(stdout).toContain(command === 'install' ? '+            "timeout": 5' : 'Nothing to remove');
    }
    expect(list()).toEqual(before);
    expect(read(hooks)).toBe(TEXT);
  });

  it('is refused without a terminal or --yes, with the change and the next step', async () => {
    const { hooks, read, list, run } = filled();
    const before = list();
    const { stderr, exitCode } = await run('install', 'claude-code');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('+++ ');
    expect(stderr).toContain('--yes');
    expect(stderr).toContain('(confirmation_required)');
    expect(list()).toEqual(before);
    expect(read(hooks)).toBe(TEXT);
  });

  it('reports what was done to each file in JSON', async () => {
    const { here, hooks, server } = filled();
    const { facts } = shellIn(here);
    const planned = await facts('install', 'claude-code', '--dry-run');
    expect(planned).toMatchObject({
      client: 'claude-code',
      scope: 'user',
      is_changed: false,
      is_dry_run: true,
    });
    const done = await facts('install', 'claude-code', '--yes');
    expect(done).toMatchObject({
      is_changed: true,
      files: [
        { path: hooks, what: 'hooks', action: 'update', copy: expect.stringContaining('.bak') },
        { path: server, what: 'MCP server', action: 'update', copy: expect.stringContaining('.bak') },
      ],
    });
    expect(done.files[0].diff).toEqual(planned.files[0].diff);
    const undone = await facts('uninstall', 'claude-code', '--yes');
    expect(undone.files.map(({ action }: { action: string }) => action)).toEqual(['restore', 'restore']);
  });

  it('respects CLAUDE_CONFIG_DIR, and touches nothing else', async () => {
    const { here, list } = filled();
    const before = list();
    const folder = join(here.project, 'cfg');
    const env = { CLAUDE_CONFIG_DIR: folder };
    await shellIn(here, env).run('install', 'claude-code', '--yes');
    expect(readdirSync(folder).sort()).toEqual(['.claude.json', 'settings.json']);
    expect(list()).toEqual(before);
    await shellIn(here, env).run('uninstall', 'claude-code', '--yes');
    expect(existsSync(folder)).toBe(false);
  });

  it('for a project writes into its root, from any folder in it, and names no path of this machine', async () => {
    const { here, list } = filled();
    const before = list();
    mkdirSync(join(here.project, '.git'));
    for (const name of ['HEAD', 'objects', 'refs']) {
      if (name === 'HEAD') writeFileSync(join(here.project, '.git', name), 'ref: refs/heads/main\n');
      else mkdirSync(join(here.project, '.git', name));
    }
    const below = join(here.project, 'src', 'deep');
    mkdirSync(below, { recursive: true });
    const { stdout } = await runProgram(['install', 'claude-code', '--project', '--yes'], {
      ...here,
      project: below,
    });
    expect(stdout).toContain('on the PATH');
    const texts = ['.mcp.json', '.claude/settings.json'].map((name) =>
      readFileSync(join(here.project, name), 'utf8'),
    );
    for (const text of texts) expect(text).not.toMatch(/\/|\\/);
    expect(list()).toEqual(before);
    await shellIn(here).run('uninstall', 'claude-code', '--scope', 'project', '--yes');
    expect(readdirSync(here.project).sort()).toEqual(['.git', 'src']);
  });

  it.each([
    ['{ "a": 1,\n  "b" }', 'settings_not_json', 2],
    ['[]', 'settings_wrong_type', 2],
    ['{ "hooks": [] }', 'settings_wrong_type', 2],
  ])('with %j in the file is refused, and nothing is touched', async (text, code, exitCode) => {
    const { hooks, server, write, read, list, run } = filled();
    write(hooks, text);
    const before = list();
    const refused = await run('install', 'claude-code', '--yes');
    expect(refused.exitCode).toBe(exitCode);
    expect(refused.stderr).toContain(`(${code})`);
    expect(refused.stderr).toContain(hooks);
    expect(refused.stderr).toMatch(/line \d+, column \d+/);
    expect([read(hooks), read(server)]).toEqual([text, TEXT]);
    expect(list()).toEqual(before);
  });

  it('is refused if a file cannot be written, and changes nothing', async () => {
    const { hooks, server, read, list, run } = filled();
    chmodSync(server, 0o444);
    const before = list();
    const refused = await run('install', 'claude-code', '--yes');
    expect(refused.exitCode).toBe(5);
    expect(refused.stderr).toContain('(settings_read_only)');
    expect([hooks, server].map(read)).toEqual([TEXT, TEXT]);
    expect(list()).toEqual(before);
  });

  it.each([
    [['install', 'agents-md', '--scope', 'user'], 'scope_unknown', 'Leave out --scope'],
    [['install', 'claud-code'], 'invalid_arguments', 'claude-code'],
    [['install', 'claude-code', '--project', 'x'], 'arguments_contradict', '--scope project'],
    [['install', 'claude-code', '--scope', 'team'], 'invalid_arguments', 'user, project'],
    [['print-config', 'claude-desktop', '--scope', 'project'], 'scope_unknown', 'Leave out --scope'],
  ])('%j is refused with the next step', async (args, code, hint) => {
    const { stderr, exitCode } = await atHome(place()).run(...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`(${code})`);
    expect(stderr).toContain(hint);
  });
});

describe('install without a name', () => {
  const run = (here: Place, ...args: string[]) => runProgram(args, here, { env: { PATH: '' } });

  it('connects every client that is found, in one step, and uninstall takes all of it back', async () => {
    const { here, hooks, write, read, list } = filled();
    const config = join(here.home, '.codex', 'config.toml');
    write(config, 'model = "gpt-5" # mine\n');
    const before = list();
    const planned = await run(here, 'install', '--dry-run');
    expect(planned.exitCode).toBe(OK);
    for (const line of ['[mcp_servers.throughline]', 'hook codex stop', '"stop"', 'this was a dry run'])
      expect(planned.stdout).toContain(line);
    expect(list()).toEqual(before);

    const refused = await run(here, 'install');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('(confirmation_required)');
    expect(refused.stderr).toContain('Claude Code and Codex');

    const done = await run(here, 'install', '--yes');
    expect(done.stdout).toContain('Codex runs new hooks only after you trust them');
    expect(read(config)).toContain('model = "gpt-5" # mine\n\n[mcp_servers.throughline]');
    expect((await run(here, 'install')).stdout).toContain(
      'No change: Claude Code and Codex are already connected.\n',
    );

    const undone = await run(here, 'uninstall', '--yes');
    expect(undone.stdout).toContain('Your data is kept');
    expect(read(config)).toBe('model = "gpt-5" # mine\n');
    expect(read(hooks)).toBe(TEXT);
    expect(list()).toEqual(before);
  });

  it('leaves out a client whose settings cannot be edited, says why, and connects the others', async () => {
    const { here, hooks, read, write } = filled();
    write(join(here.home, '.codex', 'config.toml'), 'model = \n');
    const { stdout, stderr, exitCode } = await run(here, 'install', '--yes');
    expect(exitCode).toBe(OK);
    expect(stderr + stdout).toContain('Codex was skipped');
    expect(stderr + stdout).toContain('line 1, column 9');
    expect(read(hooks)).toContain('session-start');
    expect(existsSync(join(here.home, '.codex', 'hooks.json'))).toBe(false);
  });

  it('does not claim that nothing is left to remove if the settings of a client cannot be read', async () => {
    const { here, hooks, read, write } = filled();
    const config = join(here.home, '.codex', 'config.toml');
    expect((await run(here, 'install', '--yes')).exitCode).toBe(OK);
    write(config, 'model = \n');
    const first = await run(here, 'uninstall', '--yes');
    expect(first.exitCode).toBe(6);
    expect(first.stderr).toContain('(clients_skipped)');
    expect(first.stderr).toContain('Codex was skipped');
    expect(read(hooks)).toBe(TEXT);
    const second = await run(here, 'uninstall', '--yes');
    expect(second.exitCode).toBe(6);
    expect(second.stdout).not.toContain('Nothing to remove');
    expect(second.stderr).toContain('The settings of Codex could not be edited');
  });

  it('does not count an entry of somebody else as a connection', async () => {
    const here = place();
    const path = join(here.home, '.qwen', 'settings.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ mcpServers: { throughline: { command: 'other' } } }));
    expect((await run(here, 'install', 'qwen', '--yes')).exitCode).toBe(OK);
    const { stdout } = await run(here, 'install', 'qwen', '--yes');
    expect(stdout).not.toContain('already connected');
    expect(stdout).toContain('mcpServers.throughline in');
    expect(stdout).toContain('is not an entry that Throughline made');
  });

  it('says which clients it knows if it finds none', async () => {
    const { stderr, exitCode } = await run(place(), 'install');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('(client_not_found)');
    expect(stderr).toContain('claude-code, codex');
  });
});

describe.skipIf(!hasTerminal)('on a terminal', () => {
  it('install asks, in colours; only yes changes anything', async () => {
    const { here, hooks, read } = filled();
    for (const no of ['n\n', '\n', '\u0003']) {
      const { screen, exitCode } = await runOnTerminal(['install', 'claude-code'], here, {
        answer: { to: '[y/N]', with: no },
      });
      expect(screen).toContain('\u001b[32m+');
      expect(screen).toContain('not_confirmed');
      expect(exitCode).toBe(5);
      expect(read(hooks)).toBe(TEXT);
    }
    const { exitCode } = await runOnTerminal(['install', 'claude-code'], here, {
      answer: { to: '[y/N]', with: 'y\n' },
    });
    expect(exitCode).toBe(OK);
    expect(read(hooks)).toContain('session-start');
  });
});

describe('install agents-md', () => {
  it('adds a block to the project without naming a scope, and uninstall restores the file', async () => {
    const { here, run } = atHome(place());
    const file = join(here.project, 'AGENTS.md');
    writeFileSync(file, '# Rules\n');
    const dry = await run('install', 'agents-md', '--dry-run');
    expect(dry.stdout).toContain('+<!-- throughline:begin');
    expect(readFileSync(file, 'utf8')).toBe('# Rules\n');
    expect((await run('install', 'agents-md', '--yes')).exitCode).toBe(OK);
    expect(readFileSync(file, 'utf8')).toContain('`start_session`');
    expect((await run('install', 'agents-md', '--yes')).stdout).toContain('No change');
    expect((await run('uninstall', 'agents-md', '--yes')).exitCode).toBe(OK);
    expect(readFileSync(file, 'utf8')).toBe('# Rules\n');
  });
});

describe('print-config', () => {
  const withOwnSettings = CLIENTS.adapters.filter(({ scopes }) => scopes?.includes('user') ?? true);

  it.each(withOwnSettings.map(({ name }) => name))(
    'print-config shows what to paste for %s, and where',
    async (name) => {
      const { here } = atHome(place());
      const { run: print, facts } = shellIn(here);
      const text = await print('print-config', name);
      for (const word of ['MCP server', 'Linux', 'macOS', 'Windows', PROGRAM]) expect(text).toContain(word);
      const hasHooks = CLIENTS.find(name)?.hooks !== undefined;
      expect(text.includes(`hook ${name} stop`) || text.includes('"session-end"')).toBe(hasHooks);
      const { parts, notes } = await facts('print-config', name);
      expect(parts[0].path.startsWith(here.home)).toBe(true);
      if (parts[0].format === 'json') expect(JSON.parse(parts[0].text)).toBeTypeOf('object');
      expect(notes.join(' ')).toMatch(/does this for you/);
    },
  );

  it('is what install writes', async () => {
    const { here, hooks, server, read } = atHome(place());
    const { parts } = await shellIn(here).facts('print-config', 'claude-code');
    await shellIn(here).run('install', 'claude-code', '--yes');
    expect(parts.map(({ text }: { text: string }) => `${text}\n`)).toEqual([read(server), read(hooks)]);
  });

  it('warns when it is run by npx, and does not write a temporary path', async () => {
    const { here } = atHome(place());
    const cache = join(here.project, '_npx', '0a1b', 'node_modules', 'throughline');
    mkdirSync(cache, { recursive: true });
    // Copied, as npm does: a link would be the program at its own place.
    spawnSync('cp', ['-r', dirname(PROGRAM), join(cache, 'dist')]);
    symlinkSync(join(dirname(dirname(PROGRAM)), 'node_modules'), join(cache, 'node_modules'));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(cache, 'dist', 'bin.js'), ...args], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: here.home },
      });
    expect(run('print-config', 'cursor').stdout).toMatch(
      /"npx",\s+"args": \[\s+"-y",\s+"throughline@\d+\.\d+\.\d+",/,
    );
    expect(run('install', 'claude-code', '--yes').stderr).toContain('(program_not_installed)');
    expect(existsSync(join(here.home, '.claude.json'))).toBe(false);
  });
});
