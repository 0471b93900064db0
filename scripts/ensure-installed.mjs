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

if (isStale()) {
  process.stderr.write('throughline: installing dependencies (once)…\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write('throughline: npm ci failed; see the lines above.\n');
    process.exit(status ?? 1);
  }
}
