import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientStart, ProbeResult, Probes } from '../app/ports/client-settings.ts';
import { attempt } from '../lib/attempt.ts';

const TIMEOUT_MS = 5_000;
const EXIT_TIMEOUT_MS = 1_000;
const MAX_OUTPUT_CHARS = 100_000;

const INITIALIZE_REQUEST = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'doctor', version: '1' } },
};

type Environment = Readonly<Record<string, string | undefined>>;
/** Returns the version that a line of the answer names, and undefined for any other line. */
type ParseVersion = (line: string) => string | undefined;

const versionParser =
  (read: (answer: Readonly<Record<string, unknown>>) => unknown): ParseVersion =>
  (line) => {
    const version = attempt(() => read(JSON.parse(line)));
    return typeof version === 'string' ? version : undefined;
  };

const parseHookVersion = versionParser(({ ok, version }) => (ok === true ? version : undefined));
const parseServerVersion = versionParser(
  ({ result }) => (result as { serverInfo?: { version?: unknown } } | undefined)?.serverInfo?.version,
);

const reasonIn = (stderr: string, code: number | null): string =>
  stderr
    .split('\n', 1)[0]
    ?.trim()
    .replace(/^throughline: /, '')
    .replace(/\.$/, '') || `it ended with exit code ${code}`;

/** Starts the program, writes `input` to it, waits for a line that names a version, and ends it in any case. */
const probe = (
  env: Environment,
  start: ClientStart,
  input: string,
  parse: ParseVersion,
): Promise<ProbeResult> =>
  new Promise((resolve) => {
    // On Windows a name on the PATH is a script, which only a shell can start; ours has no character it minds.
    const shell = platform() === 'win32' && start.command === 'throughline';
    const options = { env: { ...env, ...start.env }, shell, windowsHide: true };
    const child = spawn(start.command, [...start.args], options);
    let [stdout, stderr] = ['', ''];
    let result: ProbeResult | undefined;
    let timer = setTimeout(() => {
      result = { problem: `no answer within ${TIMEOUT_MS / 1_000} seconds` };
      child.kill('SIGKILL');
    }, TIMEOUT_MS);
    const end = (outcome: ProbeResult) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    child.stdout.on('data', (chunk) => {
      stdout = `${stdout}${chunk}`.slice(0, MAX_OUTPUT_CHARS);
      const lines = stdout.split('\n').slice(0, -1);
      const version = lines.map(parse).find((one) => one !== undefined);
      if (version === undefined || result !== undefined) return;
      result = { version };
      // Once its input is closed, the program closes what it has open and exits.
      child.stdin.end();
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
    });
    child.stderr.on('data', (chunk) => {
      stderr = `${stderr}${chunk}`.slice(0, MAX_OUTPUT_CHARS);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      end({ problem: error.code === 'ENOENT' ? `${start.command} is not there` : error.message }),
    );
    child.on('close', (code) => end(result ?? { problem: reasonIn(stderr, code) }));
    child.stdin.on('error', () => undefined).write(input);
  });

/** Uses a temporary home, because the doctor examines the real one and must not open it. */
async function probeServer(env: Environment, start: ClientStart): Promise<ProbeResult> {
  const home = await mkdtemp(join(tmpdir(), 'throughline-probe-'));
  const args = [...start.args, '--home', home, '--store', join(home, 'store.db')];
  try {
    return await probe(
      env,
      { ...start, args },
      `${JSON.stringify(INITIALIZE_REQUEST)}\n`,
      parseServerVersion,
    );
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

export const createProbes = (env: Environment): Probes => ({
  hook: (start) => probe(env, start, '', parseHookVersion),
  server: (start) => probeServer(env, start),
});
