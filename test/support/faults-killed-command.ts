import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Home } from './faults-home.ts';
import { PROGRAM, ROOT } from './program.ts';

/** When a command is killed: before one of its calls that change files, or after a time, when SQLite may be writing. */
export type CommandKill = { readonly atCall: number } | { readonly afterMs: number };

export interface Ended {
  readonly wasKilled: boolean;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
}

/** Runs one command and kills it at this moment, if it still runs then. */
export async function runAndKill(
  { path, work }: Home,
  kill: CommandKill | null,
  ...args: string[]
): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', HOME: path, THROUGHLINE_HOME: path };
  const killAt = kill !== null && 'atCall' in kill ? { KILL_AT: String(kill.atCall) } : {};
  const preload = ['--require', join(ROOT, 'test/support/kill-at-file-call.cjs')];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...preload, PROGRAM, ...args], {
    cwd: work,
    env: { ...env, ...killAt },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk) => {
      output[stream] += String(chunk);
    });
  const timer =
    kill !== null && 'afterMs' in kill ? setTimeout(() => child.kill('SIGKILL'), kill.afterMs) : undefined;
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { wasKilled: signal === 'SIGKILL', code, ...output, elapsedMs: performance.now() - startedAt };
}

/** How many calls change files, and how long it takes, when nobody interferes. */
export async function measureCommand(home: Home, ...args: string[]) {
  const ended = await runAndKill(home, null, ...args);
  if (ended.code !== 0) throw new Error(ended.stderr);
  return { calls: Number(/file calls: (\d+)/.exec(ended.stderr)?.[1]), elapsedMs: ended.elapsedMs };
}
