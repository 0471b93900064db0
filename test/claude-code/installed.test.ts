import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../support/git.ts';
import { PROGRAM, ROOT } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { Desk } from './support/desk.ts';
import { installPlugin } from './support/install-plugin.ts';
import { keptReceipts, keptSessions } from './support/kept.ts';
import { inOrder } from './support/script.ts';
import { told, wire } from './support/told.ts';

const URL = 'https://git.example/throughline.git';

/** Installed as from a repository elsewhere: the client copies the plugin's folder and nothing else. */
async function installFromRepository(desk: Desk): Promise<void> {
  const repository = join(desk.top, 'repository');
  for (const folder of ['plugin', '.claude-plugin'])
    cpSync(join(ROOT, folder), join(repository, folder), { recursive: true });
  git(repository, 'init', '-q', '-b', 'main');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'plugin');
  writeFileSync(
    join(desk.home, '.gitconfig'),
    `[url "file://${repository}/.git"]\n\tinsteadOf = ${URL}\n[safe]\n\tdirectory = *\n`,
  );
  await installPlugin(desk, URL);
}

/** A folder on the PATH in which `throughline` is this. */
function onPath(desk: Desk, put: (path: string) => void): void {
  const folder = join(desk.top, 'bin');
  mkdirSync(folder);
  put(join(folder, 'throughline'));
  desk.env.PATH = `${folder}${delimiter}${desk.env.PATH}`;
}

/** Our own command line, run as the person at the desk. */
async function throughline({ home, store, project }: Desk, ...args: string[]): Promise<void> {
  const env = { HOME: home, THROUGHLINE_HOME: store };
  const { exitCode, stderr } = await runProgram(args, { home, project }, { env });
  if (exitCode !== 0) throw new Error(stderr);
}

describe('throughline install claude-code', () => {
  it('connects the client: a session is told, kept and ended', async () => {
    const desk = await Desk.open(inOrder());
    await throughline(desk, 'install', 'claude-code', '--yes');
    const { stdout, stderr, requests } = await desk.ask('Hello.');
    expect(stderr).toBe('');
    expect(stdout).toContain('"name":"throughline","status":"connected"');
    expect(told(requests[0])).toHaveLength(1);
    expect(await keptSessions(desk)).toMatchObject([{ status: 'ended', turn_count: 1 }]);
  });

  it('beside the plugin tells nothing twice, and counts no turn twice', async () => {
    const desk = await Desk.open(inOrder());
    await throughline(desk, 'install', 'claude-code', '--yes');
    await installPlugin(desk);
    const { requests, stderr } = await desk.ask('Hello.');
    expect(stderr).toBe('');
    expect(told(requests[0])).toHaveLength(1);
    expect(await keptReceipts(desk)).toHaveLength(1);
    expect(await keptSessions(desk)).toMatchObject([{ status: 'ended', turn_count: 1 }]);
  });

  it('taken back leaves a client that knows nothing of us', async () => {
    const desk = await Desk.open(inOrder());
    await throughline(desk, 'install', 'claude-code', '--yes');
    await throughline(desk, 'uninstall', 'claude-code', '--yes');
    const { stdout, requests } = await desk.ask('Hello.');
    expect(stdout).not.toContain('"throughline"');
    expect(told(requests[0])).toEqual([]);
  });
});

describe('throughline off', () => {
  it('leaves a project alone: nothing is told, and nothing is kept', async () => {
    const desk = await Desk.open(inOrder());
    await installPlugin(desk);
    await throughline(desk, 'off');
    const { requests } = await desk.ask('Hello.');
    expect(told(requests[0])).toEqual([]);
    await throughline(desk, 'on');
    expect(await keptSessions(desk)).toEqual([]);
  });
});

describe('the plugin', () => {
  it.each(['plugin', '.'])('passes the strict check of the client: %s', async (folder) => {
    const desk = await Desk.open();
    const { exitCode, stdout } = await desk.command('plugin', 'validate', '--strict', join(ROOT, folder));
    expect(stdout).toContain('Validation passed');
    expect(exitCode).toBe(0);
  });

  it('brings hooks, server, skills and commands', async () => {
    const desk = await Desk.open(inOrder());
    await installPlugin(desk);
    const { stdout, requests, stderr } = await desk.ask('Hello.');
    expect(stderr).toBe('');
    expect(stdout).toContain('"name":"plugin:throughline:throughline","status":"connected"');
    for (const name of ['handoff', 'catch-up', 'review-captures', 'run-a-table', 'checkpoint', 'previously'])
      expect(stdout).toContain(`"throughline:${name}"`);
    expect(wire(requests[0])).toContain('Throughline keeps what one session learned for the next one.');
    expect(told(requests[0])).toHaveLength(1);
  });

  it('copied from a repository finds the program of the machine', async () => {
    const desk = await Desk.open(inOrder());
    await installFromRepository(desk);
    onPath(desk, (path) => symlinkSync(PROGRAM, path));
    const { stdout, requests } = await desk.ask('Hello.');
    expect(stdout).toContain('.claude/plugins/cache/throughline');
    expect(stdout).toContain('"name":"plugin:throughline:throughline","status":"connected"');
    expect(told(requests[0])).toHaveLength(1);
    expect(await keptSessions(desk)).toHaveLength(1);
  });

  it('without a program tells the person how to get it, and stands in nobody’s way', async () => {
    const desk = await Desk.open(inOrder(['Here.']));
    await installFromRepository(desk);
    const { stdout, requests, exitCode } = await desk.ask('Hello.');
    expect(exitCode).toBe(0);
    expect(requests).toHaveLength(1);
    expect(told(requests[0])).toEqual([]);
    expect(stdout).toContain('npm install -g throughline');
  });

  it('with a program too old to know hooks lets every prompt and compaction through', async () => {
    const desk = await Desk.open(inOrder(['Here.']));
    await installFromRepository(desk);
    onPath(desk, (path) => {
      writeFileSync(path, '#!/bin/sh\necho "throughline: There is no command" >&2\nexit 2\n');
      chmodSync(path, 0o755);
    });
    const talk = await desk.converse(['Hello.', '/compact', 'Still there?']);
    expect(talk.exitCode).toBe(0);
    expect(talk.requests).toHaveLength(3);
  });
});
