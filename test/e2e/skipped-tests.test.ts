import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SAMPLE = `
  it('runs', () => undefined);
  it.skip('one (skipped: zsh is not installed)', () => undefined);
  it.skip('two (skipped: zsh is not installed)', () => undefined);
  it.skip('three', () => undefined);
`;

describe('a run of the tests', () => {
  function run(...args: readonly string[]): string {
    const root = tempFolder();
    writeFileSync(join(root, 'sample.test.js'), SAMPLE);
    const reporters = ['default', join(ROOT, 'test/support/report-skipped.ts')];
    const command = [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--globals', '--root', root, ...args],
      ...reporters.map((reporter) => `--reporter=${reporter}`),
    ];
    const { stdout } = spawnSync('sh', ['-c', 'exec "$0" "$@" 2>&1', process.execPath, ...command], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/Test Files .*1 passed/);
    return stdout;
  }

  it('ends with what was skipped and why', () => {
    expect(run().trimEnd().split('\n').slice(-2)).toEqual([
      'Skipped 2 in sample.test.js: zsh is not installed',
      'Skipped 1 in sample.test.js: not for this machine',
    ]);
  });

  it('does not report tests that a pattern leaves out', () => {
    expect(run('-t', 'runs')).not.toContain('Skipped');
  });
});

describe('.ci/install-shells', () => {
  const TOOLS = ['sh', 'timeout'];

  /** Runs where only the given commands exist; each stub records how it was called. */
  function install(stubs: Readonly<Record<string, string>>) {
    const folder = tempFolder();
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const tool of TOOLS) {
      const path = (process.env.PATH ?? '').split(delimiter).map((one) => join(one, tool));
      symlinkSync(path.find((one) => existsSync(one)) ?? tool, join(bin, tool));
    }
    const calls = join(folder, 'calls');
    for (const [name, body] of Object.entries(stubs))
      writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${calls}'\n${body}\n`, {
        mode: 0o755,
      });
    const { status, stdout, stderr } = spawnSync(join(ROOT, '.ci/install-shells'), {
      env: { PATH: bin },
      encoding: 'utf8',
    });
    const called = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
    return { status, output: stdout + stderr, called: called.filter((call) => !call.startsWith('id ')) };
  }
  const root = { id: 'echo 0' };
  const done = { status: 0, output: '' };

  it('installs what is missing with the package manager that is there', () => {
    expect(install({ ...root, 'apt-get': 'echo noise', zsh: '' })).toEqual({
      ...done,
      called: ['apt-get update', 'apt-get install -y --no-install-recommends fish'],
    });
    expect(install({ ...root, apk: 'echo noise' })).toEqual({
      ...done,
      called: ['apk add --no-cache zsh fish'],
    });
  });

  it('does nothing where both shells are there, or the user is not root, or no package manager is known', () => {
    expect(install({ ...root, 'apt-get': '', zsh: '', fish: '' })).toEqual({ ...done, called: [] });
    expect(install({ id: 'echo 1000', 'apt-get': '' })).toEqual({ ...done, called: [] });
    expect(install(root)).toEqual({ ...done, called: [] });
  });

  it('tolerates a package manager that fails', () => {
    const { called, ...rest } = install({ ...root, 'apt-get': 'echo broken >&2; exit 100' });
    expect(rest).toEqual(done);
    expect(called).toEqual(['apt-get update']);
  });
});
