import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/clients/claude-code/index.ts';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { describeTool, toolNames } from '../../src/mcp/tool-list.ts';
import { PROGRAM, ROOT } from '../support/program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PLUGIN = join(ROOT, 'plugin');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const parsed = (...path: string[]) => JSON.parse(read(...path));

describe('the plugin of Claude Code', () => {
  it('has the version of the program', () => {
    expect(parsed('plugin', '.claude-plugin', 'plugin.json').version).toBe(parsed('package.json').version);
  });

  it('calls our hook for each event we know, without a shell', () => {
    const { hooks } = parsed('plugin', 'hooks', 'hooks.json');
    const calls = Object.entries(hooks).map(([name, groups]) => [name, (groups as [unknown])[0]]);
    expect(Object.fromEntries(calls)).toEqual(
      Object.fromEntries(
        Object.entries(claudeCode.hooks.events).map(([name, event]) => [
          name,
          {
            hooks: [
              {
                type: 'command',
                command: 'node',
                args: ['${CLAUDE_PLUGIN_ROOT}/throughline.cjs', 'hook', 'claude-code', event],
                timeout: 5,
              },
            ],
          },
        ]),
      ),
    );
  });

  it('names in its skills and commands only tools, parameters, codes and fields that exist', () => {
    const toolsets = ['session', 'memory', 'capture', 'campaign'];
    const definitions = toolNames(TOOLS, { toolsets, isReadOnly: false }).map(describeTool);
    const known = [
      JSON.stringify(definitions),
      read('docs', 'reference', 'errors.md'),
      read('docs', 'reference', 'gaps.md'),
    ].join('\n');
    const texts = ['skills', 'commands'].flatMap((folder) =>
      readdirSync(join(PLUGIN, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.md'))
        .map((path) => read('plugin', folder, path)),
    );
    const words = texts.flatMap(
      (text) => text.match(/(?<=`[^`\n]*)\b[a-z]+(?:_[a-z]+)+\b(?=[^`\n]*`)/g) ?? [],
    );
    expect(words.length).toBeGreaterThan(40);
    expect([...new Set(words)].filter((word) => !new RegExp(`\\b${word}\\b`).test(known))).toEqual([]);
  });
});

/** Our folder alone, as a client copies it. */
function copiedPlugin(): { readonly top: string; readonly launcher: string } {
  const top = tempFolder();
  cpSync(PLUGIN, join(top, 'cache', 'plugin'), { recursive: true });
  return { top, launcher: join(top, 'cache', 'plugin', 'throughline.cjs') };
}

function launch(launcher: string, args: readonly string[], path: string) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [launcher, ...args], {
    cwd: dirname(launcher),
    env: { PATH: path, HOME: dirname(launcher) },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

function folderWith(top: string, name: string, put: (path: string) => void): string {
  const folder = join(top, name);
  mkdirSync(folder);
  put(join(folder, 'throughline'));
  return folder;
}

const script = (text: string) => (path: string) => {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
};

const CHECK = ['hook', 'claude-code', 'check'];
const { version } = parsed('package.json');

describe('its launcher', () => {
  it('runs the program beside it', () => {
    const answer = launch(join(PLUGIN, 'throughline.cjs'), CHECK, '');
    expect(answer).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(answer.stdout)).toMatchObject({ ok: true, version });
  });

  it('as a copy runs the program on the PATH', () => {
    const { top, launcher } = copiedPlugin();
    const folder = folderWith(top, 'bin', (path) => symlinkSync(PROGRAM, path));
    const answer = launch(launcher, CHECK, ['/nowhere', folder].join(delimiter));
    expect(JSON.parse(answer.stdout)).toMatchObject({ ok: true, version });
  });

  it('starts what another package manager installed, and passes on input and output', () => {
    const { top, launcher } = copiedPlugin();
    const folder = folderWith(top, 'bin', script(`exec "${process.execPath}" "${PROGRAM}" "$@"`));
    expect(JSON.parse(launch(launcher, CHECK, folder).stdout)).toMatchObject({ ok: true, version });
    expect(launch(launcher, ['nonsense'], folder)).toMatchObject({ status: 2 });
  });

  it('calls such a program by the name under which it was found', () => {
    const { top, launcher } = copiedPlugin();
    const shim = join(top, 'shim');
    script('echo "called $0"')(shim);
    const folder = folderWith(top, 'bin', (path) => symlinkSync(shim, path));
    expect(launch(launcher, CHECK, folder).stdout).toBe(`called ${join(folder, 'throughline')}\n`);
  });

  it('runs nothing from a folder that the PATH names relative to the project', () => {
    const { launcher } = copiedPlugin();
    folderWith(dirname(launcher), 'bin', script('echo trap'));
    const answer = launch(launcher, CHECK, ['', '.', 'bin'].join(delimiter));
    expect(answer).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('notifies the person once per session if there is no program, and no hook fails', () => {
    const { launcher } = copiedPlugin();
    const start = launch(launcher, ['hook', 'claude-code', 'session-start'], '/nowhere');
    expect(start.status).toBe(0);
    expect(JSON.parse(start.stdout).systemMessage).toContain('npm install -g .');
    expect(launch(launcher, ['hook', 'claude-code', 'prompt'], '/nowhere')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    const server = launch(launcher, ['mcp'], '/nowhere');
    expect(server).toMatchObject({ status: 1, stdout: '' });
    expect(server.stderr).toContain('npm install -g .');
  });

  it('never passes on an exit code with which a hook refuses a prompt', () => {
    const { top, launcher } = copiedPlugin();
    const folder = folderWith(top, 'bin', script('echo "There is no command" >&2; exit 2'));
    expect(launch(launcher, ['hook', 'claude-code', 'prompt'], folder)).toMatchObject({ status: 0 });
    expect(launch(join(PLUGIN, 'throughline.cjs'), ['hook'], '')).toMatchObject({ status: 0 });
  });
});
