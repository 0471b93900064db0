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

/** Ends only an installation that hangs. */
const MAX_INSTALL_MS = 900_000;
/** npm waits for minutes by default, and these tests are skipped without their client. */
const PATIENCE = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '1000',
  npm_config_fetch_timeout: '60000',
};
const NOT_OFFERED = /\b(?:E404|ETARGET|EBADPLATFORM|ENOTSUP|EBADENGINE)\b/;

/**
 * Renamed when it is complete, because another run may look at the same moment. Returns why it failed; undefined if it
 * did not.
 */
function install(folder, packages) {
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}-`);
  writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  const { status, stderr, error } = spawnSync('npm', args, {
    cwd: aside,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: MAX_INSTALL_MS,
    env: { ...PATIENCE, ...process.env },
    shell: platform() === 'win32',
  });
  if (status === 0 && !existsSync(folder)) renameSync(aside, folder);
  else rmSync(aside, { recursive: true, force: true });
  if (status === 0 || NOT_OFFERED.test(stderr)) return undefined;
  return /npm error code (\w+)/.exec(stderr)?.[1] ?? error?.code ?? `exit code ${status}`;
}

/**
 * The path of the client's program; undefined if the registry does not offer it for this machine.
 * `packages`: names with exact versions. `find`: the program below the folder of packages, or undefined.
 */
export function fetchClient({ name, title, version, packages, find }) {
  const folder = join(cacheFolder(), 'throughline-tests', `${name}-${version}`);
  const modules = join(folder, 'node_modules');
  const findProgram = () => (existsSync(modules) ? find(modules) : undefined);
  let failure;
  if (findProgram() === undefined) {
    process.stderr.write(`e2e: fetching ${title} ${version} (once)…\n`);
    failure = install(folder, packages);
  }
  const program = findProgram();
  if (program === undefined) {
    const why =
      failure === undefined
        ? `The registry does not offer ${title} ${version} for this machine.`
        : `${title} ${version} could not be fetched from the registry (${failure}).`;
    process.stdout.write(`e2e: skipped ${title}. ${why}\n`);
  }
  return program;
}

/** The first of these paths that is there. */
export const firstOf = (...paths) => paths.find((path) => existsSync(path));
