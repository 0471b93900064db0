// Runs test/claude-code against the real client, which is not a dependency: it is downloaded once, into a cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '2.1.325';
const root = dirname(dirname(fileURLToPath(import.meta.url)));

function cacheFolder() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches');
  return platform() === 'win32' ? (process.env.LOCALAPPDATA ?? homedir()) : join(homedir(), '.cache');
}

const folder = join(cacheFolder(), 'throughline-tests', `claude-code-${VERSION}`);

/** The client is a native program, in the one package of several that fits this machine. */
function findClient() {
  const scope = join(folder, 'node_modules', '@anthropic-ai');
  if (!existsSync(scope)) return undefined;
  return readdirSync(scope)
    .flatMap((name) => ['claude', 'claude.exe'].map((file) => join(scope, name, file)))
    .find((path) => existsSync(path));
}

/** Renamed when it is complete, because another run may look at the same moment. */
function fetchClient() {
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}-`);
  writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `@anthropic-ai/claude-code@${VERSION}`,
  ];
  const { status } = spawnSync('npm', args, {
    cwd: aside,
    stdio: ['ignore', 2, 2],
    shell: platform() === 'win32',
  });
  if (status === 0 && !existsSync(folder)) renameSync(aside, folder);
  else rmSync(aside, { recursive: true, force: true });
}

if (findClient() === undefined) {
  process.stderr.write(`e2e: fetching Claude Code ${VERSION} (once)…\n`);
  fetchClient();
}
const client = findClient();
if (client === undefined) {
  process.stdout.write(
    `e2e: skipped. The registry does not offer Claude Code ${VERSION} for this machine.\n`,
  );
  process.exit(0);
}

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const config = join('test', 'claude-code', 'vitest.config.ts');
const args = [vitest, 'run', '--root', '.', '--config', config, ...process.argv.slice(2)];
const env = { ...process.env, CLAUDE_CODE_PROGRAM: client };
process.exit(spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1);
