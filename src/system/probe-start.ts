import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientStart, Probes, Tried } from '../app/ports/client-check.ts';

const PATIENCE_MS = 5_000;
const PARTING_MS = 1_000;
const LONGEST_ANSWER = 100_000;

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'doctor', version: '1' } },
};

type Environment = Readonly<Record<string, string | undefined>>;
/** The version that a line of the answer tells; undefined for any other line. */
type Understand = (line: string) => string | undefined;

const inJson =
  (read: (answer: Readonly<Record<string, unknown>>) => unknown): Understand =>
  (line) => {
    try {
      const version = read(JSON.parse(line));
      return typeof version === 'string' ? version : undefined;
    } catch {
      return undefined;
    }
  };

const inHook = inJson(({ ok, version }) => (ok === true ? version : undefined));
const inServer = inJson(
  ({ result }) => (result as { serverInfo?: { version?: unknown } } | undefined)?.serverInfo?.version,
);

/** What it said on its way out, in one line. */
const reasonIn = (said: string, code: number | null): string =>
  said
    .split('\n', 1)[0]
    ?.trim()
    .replace(/^throughline: /, '')
    .replace(/\.$/, '') || `it ended with exit code ${code}`;

/** Starts it, says something, waits for a line that is understood, and ends it whatever it does. */
const attempt = (env: Environment, start: ClientStart, words: string, answer: Understand): Promise<Tried> =>
  new Promise((resolve) => {
    // On Windows a name on the PATH is a script, which only a shell can start; ours has no character it minds.
    const shell = platform() === 'win32' && start.command === 'throughline';
    const options = { env: { ...env, ...start.env }, shell, windowsHide: true };
    const child = spawn(start.command, [...start.args], options);
    let [heard, said] = ['', ''];
    let told: Tried | undefined;
    let timer = setTimeout(() => {
      told = { problem: `no answer within ${PATIENCE_MS / 1_000} seconds` };
      child.kill('SIGKILL');
    }, PATIENCE_MS);
    const end = (tried: Tried) => {
      clearTimeout(timer);
      resolve(tried);
    };
    child.stdout.on('data', (chunk) => {
      heard = `${heard}${chunk}`.slice(0, LONGEST_ANSWER);
      const lines = heard.split('\n').slice(0, -1);
      const version = lines.map(answer).find((one) => one !== undefined);
      if (version === undefined || told !== undefined) return;
      told = { version };
      // It goes when nobody speaks to it any more, and puts away what it has open.
      child.stdin.end();
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), PARTING_MS);
    });
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(0, LONGEST_ANSWER);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      end({ problem: error.code === 'ENOENT' ? `${start.command} is not there` : error.message }),
    );
    child.on('close', (code) => end(told ?? { problem: reasonIn(said, code) }));
    child.stdin.on('error', () => undefined).write(words);
  });

/** In a home of its own for as long as that takes: what it would open otherwise is examined, not used. */
async function tryServer(env: Environment, start: ClientStart): Promise<Tried> {
  const home = await mkdtemp(join(tmpdir(), 'throughline-probe-'));
  const args = [...start.args, '--home', home, '--store', join(home, 'store.db')];
  try {
    return await attempt(env, { ...start, args }, `${JSON.stringify(HELLO)}\n`, inServer);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

export const createProbes = (env: Environment): Probes => ({
  hook: (start) => attempt(env, start, '', inHook),
  server: (start) => tryServer(env, start),
});
