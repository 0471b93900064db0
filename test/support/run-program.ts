import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM } from './program.ts';
import type { Place } from './server.ts';

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs the real program to its end. */
export async function runProgram(
  args: readonly string[],
  { home, project }: Place,
  { stdin = '', env = {} }: { stdin?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home, ...env },
  });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  child.stderr.on('data', (chunk) => err.push(String(chunk)));
  child.stdin.on('error', () => undefined).end(stdin);
  const [exitCode] = (await once(child, 'close')) as [number];
  return { stdout: out.join(''), stderr: err.join(''), exitCode };
}
