import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A checkout whose build only records that it ran. */
function makeCheckout(): string {
  const checkout = tempFolder();
  for (const folder of ['scripts', 'src/domain', 'docs'])
    mkdirSync(join(checkout, folder), { recursive: true });
  for (const name of ['ensure-built.mjs', 'build-stamp.mjs'])
    copyFileSync(join(ROOT, 'scripts', name), join(checkout, 'scripts', name));
  const files = {
    'package.json': '{}',
    'package-lock.json': '{}',
    'tsconfig.json': '{}',
    'src/domain/a.ts': 'one',
    'src/domain/b.ts': 'two',
    'docs/page.md': 'words',
    'scripts/build.mjs': `
      import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
      import { hashInputs, STAMP } from './build-stamp.mjs';
      mkdirSync('dist', { recursive: true });
      writeFileSync('dist/' + STAMP, hashInputs(process.cwd()));
      appendFileSync('builds', '.');`,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(checkout, path), text);
  return checkout;
}

/** How many builds there were after another `ensure-built`. */
function buildsAfterEnsuring(checkout: string): number {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/ensure-built.mjs'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const builds = join(checkout, 'builds');
  return existsSync(builds) ? readFileSync(builds, 'utf8').length : 0;
}

describe('before a start', () => {
  it('builds once, and not again while no input changes', () => {
    const checkout = makeCheckout();
    expect(buildsAfterEnsuring(checkout)).toBe(1);
    writeFileSync(join(checkout, 'docs/page.md'), 'other words');
    utimesSync(join(checkout, 'src/domain/a.ts'), 1, 1);
    expect(buildsAfterEnsuring(checkout)).toBe(1);
  });

  const rewrite = (path: string) => (checkout: string) => {
    const file = join(checkout, path);
    // Of the same length and with the same time, as after a change of branch.
    utimesSync(file, 1, 1);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/[a-z}]/g, ' '));
    utimesSync(file, 1, 1);
  };
  it.each<[string, (checkout: string) => void]>([
    ['a source changes', rewrite('src/domain/a.ts')],
    ['package.json changes', rewrite('package.json')],
    ['the lock file changes', rewrite('package-lock.json')],
    ['a build script changes', (at) => writeFileSync(join(at, 'scripts/warm-up.mjs'), '')],
    ['a source is added', (at) => writeFileSync(join(at, 'src/domain/c.ts'), '')],
    ['a source is deleted', (at) => rmSync(join(at, 'src/domain/b.ts'))],
    ['the result is deleted', (at) => rmSync(join(at, 'dist'), { recursive: true })],
  ])('builds again when %s', (_, change) => {
    const checkout = makeCheckout();
    expect(buildsAfterEnsuring(checkout)).toBe(1);
    change(checkout);
    expect(buildsAfterEnsuring(checkout)).toBe(2);
    expect(buildsAfterEnsuring(checkout)).toBe(2);
  });
});

/** `npm start` without its preparations, which would replace the program that other tests run. */
async function npmStart(hasShell = true): Promise<{ npm: ChildProcess; url: string }> {
  const home = tempFolder();
  const replacedShell = join(home, 'replaced-shell');
  // Some shells replace themselves with the only command they run.
  writeFileSync(replacedShell, '#!/bin/sh\neval "exec $2"\n', { mode: 0o755 });
  const shell = hasShell ? {} : { npm_config_script_shell: replacedShell };
  const npm = spawn('npm', ['start', '--ignore-scripts', '--', '--port', '0'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home, ...shell },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {}
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: npm.stdout })) {
    lines.push(line);
    if (line.startsWith('Press Ctrl+C')) break;
  }
  return { npm, url: /http:\/\/[^/ ]+/.exec(lines.join('\n'))?.[0] ?? '' };
}

/** npm, its shell and the server share this pipe, which closes when the last of them is gone. */
async function untilAllAreGone({ stdout }: ChildProcess): Promise<void> {
  if (stdout !== null && !stdout.closed) await once(stdout.resume(), 'close');
}

it.each<[string, (npm: ChildProcess) => void, hasShell?: boolean]>([
  ['npm gets SIGTERM', (npm) => npm.kill('SIGTERM')],
  ['npm gets SIGKILL', (npm) => npm.kill('SIGKILL')],
  ['npm gets SIGKILL and there is no shell between', (npm) => npm.kill('SIGKILL'), false],
  ['Ctrl+C is pressed', ({ pid = 0 }) => process.kill(-pid, 'SIGINT')],
])('ends the server when %s', async (_, end, hasShell) => {
  const { npm, url } = await npmStart(hasShell);
  await expect(fetch(`${url}/health`).then(({ status }) => status)).resolves.toBe(200);
  end(npm);
  await untilAllAreGone(npm);
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
});
