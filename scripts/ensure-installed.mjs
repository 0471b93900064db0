// Runs before `npm start` and `npm test` with nothing but Node: installs when node_modules is missing or stale.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const wanted = join(root, 'package-lock.json');
const installed = join(modules, '.package-lock.json');

const packagesIn = (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).filter(([path]) => path !== '');
};

function isStale() {
  if (!existsSync(installed)) return true;
  const have = new Map(packagesIn(installed).map(([path, { version }]) => [path, version]));
  return packagesIn(wanted).some(([path, { version, optional }]) => !optional && have.get(path) !== version);
}

function install() {
  // `npm ci` deletes the contents of node_modules even through a symbolic link, which may lead to another checkout.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(modules);
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return status === 0;
}

/** npm counts a native package that it could not download as optional and reports success. */
const hasNativeParts = () =>
  spawnSync(process.execPath, ['-e', "require('esbuild').transformSync('')"], { cwd: root }).status === 0;

if (isStale()) {
  process.stderr.write('throughline: installing dependencies (once)…\n');
  if (!install()) {
    process.stderr.write('throughline: npm ci failed; see the lines above.\n');
    process.exit(1);
  }
  if (!hasNativeParts()) {
    process.stderr.write('throughline: the native package of esbuild is missing. Run npm ci again.\n');
    process.exit(1);
  }
}
