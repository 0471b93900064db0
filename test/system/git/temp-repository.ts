import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Real path of a new temporary folder, removed after the test. */
export function tempFolder(): string {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'throughline-git-')));
  folders.push(folder);
  return folder;
}

const IDENTITY = ['user.name=Test', 'user.email=test@example.com', 'commit.gpgsign=false'];
const SETTINGS = [
  ...IDENTITY,
  'init.defaultBranch=main',
  'protocol.file.allow=always',
  'advice.detachedHead=false',
];

/** Runs git itself, untouched by the machine's settings, and returns what it printed. */
export function git(folder: string, ...args: string[]): string {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(inherited), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...settings, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}

/** A repository with one commit on `main`, in `<temporary folder>/<name>`. */
export function repository(name = 'alpha', ...initOptions: string[]): string {
  const folder = join(tempFolder(), name);
  cpSync(templateWith(initOptions), folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

const templates = new Map<string, string>();

/** Created once in each process: git takes four processes for it, and a copy takes none. */
function templateWith(initOptions: readonly string[]): string {
  const key = initOptions.join(' ');
  const known = templates.get(key);
  if (known !== undefined) return known;
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'throughline-git-template-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  git(tmpdir(), 'init', '-q', ...initOptions, folder);
  commit(folder, 'first');
  templates.set(key, folder);
  return folder;
}

export function commit(folder: string, message: string): string {
  writeFileSync(join(folder, 'file.txt'), message);
  git(folder, 'add', 'file.txt');
  git(folder, 'commit', '-q', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}
