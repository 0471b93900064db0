// Downloads an agent client for tests, once, into a cache outside of the repository. Clients are no dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';

function cacheFolder() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches');
  return platform() === 'win32' ? (process.env.LOCALAPPDATA ?? homedir()) : join(homedir(), '.cache');
}

/** Renamed when it is complete, because another run may look at the same moment. */
function install(folder, packages) {
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}-`);
  writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  const { status } = spawnSync('npm', args, {
    cwd: aside,
    stdio: ['ignore', 2, 2],
    shell: platform() === 'win32',
  });
  if (status === 0 && !existsSync(folder)) renameSync(aside, folder);
  else rmSync(aside, { recursive: true, force: true });
}

/**
 * The path of the client's program; undefined if the registry does not offer it for this machine.
 * `packages`: names with exact versions. `find`: the program below the folder of packages, or undefined.
 */
export function fetchClient({ name, title, version, packages, find }) {
  const folder = join(cacheFolder(), 'throughline-tests', `${name}-${version}`);
  const modules = join(folder, 'node_modules');
  const findProgram = () => (existsSync(modules) ? find(modules) : undefined);
  if (findProgram() === undefined) {
    process.stderr.write(`e2e: fetching ${title} ${version} (once)…\n`);
    install(folder, packages);
  }
  const program = findProgram();
  if (program === undefined)
    process.stdout.write(
      `e2e: skipped ${title}. The registry does not offer ${title} ${version} for this machine.\n`,
    );
  return program;
}

/** The first of these paths that is there. */
export const firstOf = (...paths) => paths.find((path) => existsSync(path));
