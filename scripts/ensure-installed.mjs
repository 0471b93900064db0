// Runs before `npm start` and `npm test` with nothing but Node: installs when node_modules is missing or stale.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wanted = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');

const packagesIn = (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).filter(([path]) => path !== '');
};

function isStale() {
  if (!existsSync(installed)) return true;
  const have = new Map(packagesIn(installed).map(([path, { version }]) => [path, version]));
  return packagesIn(wanted).some(([path, { version, optional }]) => !optional && have.get(path) !== version);
}

const run = (command, args, stdio) =>
  spawnSync(command, args, { cwd: root, stdio, shell: process.platform === 'win32' }).status === 0;

const install = (...flags) =>
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...flags], ['ignore', 2, 2]);

// The lock file may know the native parts of some platforms only; npm then leaves out those of the others.
const hasNativeParts = () =>
  spawnSync(process.execPath, ['-e', "require('esbuild').transformSync('')"], { cwd: root }).status === 0;

if (isStale()) {
  process.stderr.write('throughline: installing dependencies (once)…\n');
  const isInstalled = install() && (hasNativeParts() || (install('--no-package-lock') && hasNativeParts()));
  if (!isInstalled) {
    process.stderr.write('throughline: npm install failed; see the lines above.\n');
    process.exit(1);
  }
}
