import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROGRAM, ROOT } from './program.ts';
import { type Ran, runProgram } from './run-program.ts';
import type { Place } from './server.ts';

/** Commands that must succeed. */
export function shellOf(start: (args: readonly string[]) => Promise<Ran>) {
  const run = async (...args: string[]): Promise<string> => {
    const ran = await start(args);
    if (ran.exitCode !== 0) throw new Error(`${args.join(' ')}: exit ${ran.exitCode}\n${ran.stderr}`);
    return ran.stdout;
  };
  // biome-ignore lint/suspicious/noExplicitAny: facts are checked by each test, field by field.
  const facts = async (...args: string[]): Promise<any> => JSON.parse(await run(...args, '--json'));
  return { run, facts };
}

/** Commands of the built program, in one place. */
export const shellIn = (here: Place, env: Record<string, string> = {}) =>
  shellOf((args) => runProgram(args, here, { env }));

/** An environment in which the program's clock runs `ms` ahead. */
export const clockAhead = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${join(ROOT, 'test', 'support', 'shifted-clock.mjs')}`,
  TEST_CLOCK_SHIFT_MS: String(ms),
});

export const hasTerminal = spawnSync('script', ['--version']).status === 0;

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

export interface TerminalOptions {
  readonly env?: Record<string, string>;
  readonly columns?: number;
  /** Typed once the screen shows the words before it. */
  readonly answer?: { readonly to: string; readonly with: string };
}

/** Runs the program on a terminal of its own; what the screen shows is stdout and stderr together. */
export async function runOnTerminal(
  args: readonly string[],
  { home, project }: Place,
  { env = {}, columns = 80, answer }: TerminalOptions = {},
): Promise<{ screen: string; exitCode: number }> {
  const program = [process.execPath, PROGRAM, ...args].map(quote).join(' ');
  const child = spawn('script', ['-qec', `stty cols ${columns}; ${program}`, '/dev/null'], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm', HOME: home, THROUGHLINE_HOME: home, ...env },
  });
  let screen = '';
  let isAnswered = false;
  child.stdout.on('data', (chunk) => {
    screen += String(chunk);
    if (answer === undefined || isAnswered || !screen.includes(answer.to)) return;
    isAnswered = true;
    child.stdin.write(answer.with);
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  return { screen: screen.replaceAll('\r\n', '\n'), exitCode };
}
