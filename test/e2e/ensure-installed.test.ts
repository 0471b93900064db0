import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ESBUILD = "exports.transformSync = () => '';\n";

/** A checkout whose lock file requires one package, and an `npm` that installs it and records its arguments. */
function makeCheckout(): string {
  const folder = tempFolder();
  const checkout = join(folder, 'checkout');
  const bin = join(folder, 'bin');
  for (const one of [join(checkout, 'scripts'), bin]) mkdirSync(one, { recursive: true });
  copyFileSync(
    join(ROOT, 'scripts', 'ensure-installed.mjs'),
    join(checkout, 'scripts', 'ensure-installed.mjs'),
  );
  const lock = JSON.stringify({ packages: { 'node_modules/esbuild': { version: '2.0.0' } } });
  writeFileSync(join(checkout, 'package-lock.json'), lock);
  const install = [
    `echo "$@" >> '${join(folder, 'npm-arguments')}'`,
    'mkdir -p node_modules',
    'rm -rf node_modules/*',
    '[ "$BROKEN" = native ] || { mkdir -p node_modules/esbuild && cp ../esbuild.js node_modules/esbuild/index.js; }',
    'cp package-lock.json node_modules/.package-lock.json',
    '[ "$BROKEN" != npm ]',
  ];
  writeFileSync(join(folder, 'esbuild.js'), ESBUILD);
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${install.join('\n')}\n`, { mode: 0o755 });
  return checkout;
}

const ensureInstalled = (checkout: string, broken = '') =>
  spawnSync(process.execPath, ['scripts/ensure-installed.mjs'], {
    cwd: checkout,
    env: { ...process.env, PATH: `${join(checkout, '..', 'bin')}:${process.env.PATH}`, BROKEN: broken },
    encoding: 'utf8',
  });

const npmRuns = (checkout: string) => {
  const file = join(checkout, '..', 'npm-arguments');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

it('installs with `npm ci` when packages are missing, and not again', () => {
  const checkout = makeCheckout();
  expect(ensureInstalled(checkout).status).toBe(0);
  expect(npmRuns(checkout)).toEqual([expect.stringMatching(/^ci /)]);
  expect(ensureInstalled(checkout).status).toBe(0);
  expect(npmRuns(checkout)).toHaveLength(1);
});

it('installs again when the lock file requires another version', () => {
  const checkout = makeCheckout();
  ensureInstalled(checkout);
  const lock = JSON.stringify({ packages: { 'node_modules/esbuild': { version: '2.0.1' } } });
  writeFileSync(join(checkout, 'package-lock.json'), lock);
  expect(ensureInstalled(checkout).status).toBe(0);
  expect(npmRuns(checkout)).toHaveLength(2);
});

it('replaces a link to the packages of another checkout without deleting those', () => {
  const checkout = makeCheckout();
  const other = join(checkout, '..', 'other', 'node_modules');
  mkdirSync(join(other, 'kept'), { recursive: true });
  symlinkSync(other, join(checkout, 'node_modules'));
  expect(ensureInstalled(checkout).status).toBe(0);
  expect(existsSync(join(other, 'kept'))).toBe(true);
  expect(existsSync(join(checkout, 'node_modules', 'esbuild', 'index.js'))).toBe(true);
});

it.each([
  ['npm', 'npm ci failed'],
  ['native', 'the native package of esbuild is missing'],
])('fails and states the cause when the part %j does not arrive', (broken, cause) => {
  const { status, stderr } = ensureInstalled(makeCheckout(), broken);
  expect(status).toBe(1);
  expect(stderr).toContain(cause);
});
