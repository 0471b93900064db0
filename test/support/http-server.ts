import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { PROGRAM } from './program.ts';
import type { Place } from './server.ts';

export interface HttpServer {
  readonly url: string;
  readonly lines: readonly string[];
  readonly process: ChildProcess;
}

/** A real `throughline serve` on a free port; gone when the test is. */
export async function httpServerIn(
  { home, project }: Place,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpServer> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', ...args], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home, ...env },
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Press Ctrl+C')) break;
  }
  const url = /http:\/\/[^/ ]+/.exec(lines.join('\n'))?.[0] ?? '';
  return { url, lines, process: child };
}
