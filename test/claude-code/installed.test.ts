import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../support/git.ts';
import { PROGRAM, ROOT } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { Sandbox } from './support/client-sandbox.ts';
import { installPlugin } from './support/install-plugin.ts';
import { injectedReports, wire } from './support/model-input.ts';
import { inOrder } from './support/script.ts';
import { listReceipts, listSessions } from './support/stored-items.ts';

const URL = 'https://git.example/throughline.git';

/** Installed as from a repository elsewhere: the client copies the plugin's folder and nothing else. */
async function installFromRepository(sandbox: Sandbox): Promise<void> {
  const repository = join(sandbox.top, 'repository');
  for (const folder of ['plugin', '.claude-plugin'])
    cpSync(join(ROOT, folder), join(repository, folder), { recursive: true });
  git(repository, 'init', '-q', '-b', 'main');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'plugin');
  writeFileSync(
    join(sandbox.home, '.gitconfig'),
    `[url "file://${repository}/.git"]\n\tinsteadOf = ${URL}\n[safe]\n\tdirectory = *\n`,
  );
  await installPlugin(sandbox, URL);
}

/** A folder on the PATH in which `throughline` is this. */
function onPath(sandbox: Sandbox, put: (path: string) => void): void {
  const folder = join(sandbox.top, 'bin');
  mkdirSync(folder);
  put(join(folder, 'throughline'));
  sandbox.env.PATH = `${folder}${delimiter}${sandbox.env.PATH}`;
}

/** Our own command line, run as the person at the sandbox. */
async function throughline({ home, store, project }: Sandbox, ...args: string[]): Promise<void> {
  const env = { HOME: home, THROUGHLINE_HOME: store };
  const { exitCode, stderr } = await runProgram(args, { home, project }, { env });
  if (exitCode !== 0) throw new Error(stderr);
}

describe('throughline install claude-code', () => {
  it('connects the client: a session gets a report, is stored and is ended', async () => {
    const sandbox = await Sandbox.open(inOrder());
    await throughline(sandbox, 'install', 'claude-code', '--yes');
    const { stdout, stderr, requests } = await sandbox.ask('Hello.');
    expect(stderr).toBe('');
    expect(stdout).toContain('"name":"throughline","status":"connected"');
    expect(injectedReports(requests[0])).toHaveLength(1);
    expect(await listSessions(sandbox)).toMatchObject([{ status: 'ended', turn_count: 1 }]);
  });

  it('besides the plugin reports nothing twice, and counts no turn twice', async () => {
    const sandbox = await Sandbox.open(inOrder());
    await throughline(sandbox, 'install', 'claude-code', '--yes');
    await installPlugin(sandbox);
    const { requests, stderr } = await sandbox.ask('Hello.');
    expect(stderr).toBe('');
    expect(injectedReports(requests[0])).toHaveLength(1);
    expect(await listReceipts(sandbox)).toHaveLength(1);
    expect(await listSessions(sandbox)).toMatchObject([{ status: 'ended', turn_count: 1 }]);
  });

  it('after uninstall leaves no trace in the client', async () => {
    const sandbox = await Sandbox.open(inOrder());
    await throughline(sandbox, 'install', 'claude-code', '--yes');
    await throughline(sandbox, 'uninstall', 'claude-code', '--yes');
    const { stdout, requests } = await sandbox.ask('Hello.');
    expect(stdout).not.toContain('"throughline"');
    expect(injectedReports(requests[0])).toEqual([]);
  });
});

describe('throughline off', () => {
  it('disables a project: nothing is reported, and nothing is stored', async () => {
    const sandbox = await Sandbox.open(inOrder());
    await installPlugin(sandbox);
    await throughline(sandbox, 'off');
    const { requests } = await sandbox.ask('Hello.');
    expect(injectedReports(requests[0])).toEqual([]);
    await throughline(sandbox, 'on');
    expect(await listSessions(sandbox)).toEqual([]);
  });
});

describe('the plugin', () => {
  it.each(['plugin', '.'])('passes the strict check of the client: %s', async (folder) => {
    const sandbox = await Sandbox.open();
    const { exitCode, stdout } = await sandbox.command('plugin', 'validate', '--strict', join(ROOT, folder));
    expect(stdout).toContain('Validation passed');
    expect(exitCode).toBe(0);
  });

  it('brings hooks, server, skills and commands', async () => {
    const sandbox = await Sandbox.open(inOrder());
    await installPlugin(sandbox);
    const { stdout, requests, stderr } = await sandbox.ask('Hello.');
    expect(stderr).toBe('');
    expect(stdout).toContain('"name":"plugin:throughline:throughline","status":"connected"');
    for (const name of ['handoff', 'catch-up', 'review-captures', 'run-a-table', 'checkpoint', 'previously'])
      expect(stdout).toContain(`"throughline:${name}"`);
    expect(wire(requests[0])).toContain('Throughline carries what one session learned to the next.');
    expect(injectedReports(requests[0])).toHaveLength(1);
  });

  it('copied from a repository finds the program of the machine', async () => {
    const sandbox = await Sandbox.open(inOrder());
    await installFromRepository(sandbox);
    onPath(sandbox, (path) => symlinkSync(PROGRAM, path));
    const { stdout, requests } = await sandbox.ask('Hello.');
    expect(stdout).toContain('.claude/plugins/cache/throughline');
    expect(stdout).toContain('"name":"plugin:throughline:throughline","status":"connected"');
    expect(injectedReports(requests[0])).toHaveLength(1);
    expect(await listSessions(sandbox)).toHaveLength(1);
  });

  it('without a program shows the person how to install it, and blocks nothing', async () => {
    const sandbox = await Sandbox.open(inOrder(['Here.']));
    await installFromRepository(sandbox);
    const { stdout, requests, exitCode } = await sandbox.ask('Hello.');
    expect(exitCode).toBe(0);
    expect(requests).toHaveLength(1);
    expect(injectedReports(requests[0])).toEqual([]);
    expect(stdout).toContain('npm install -g .');
  });

  it('with a program too old to know hooks lets every prompt and compaction through', async () => {
    const sandbox = await Sandbox.open(inOrder(['Here.']));
    await installFromRepository(sandbox);
    onPath(sandbox, (path) => {
      writeFileSync(path, '#!/bin/sh\necho "throughline: There is no command" >&2\nexit 2\n');
      chmodSync(path, 0o755);
    });
    const talk = await sandbox.converse(['Hello.', '/compact', 'Still there?']);
    expect(talk.exitCode).toBe(0);
    expect(talk.requests).toHaveLength(3);
  });
});
