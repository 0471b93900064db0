import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Home } from './faults-home.ts';
import { PROGRAM } from './program.ts';
import { StdioClient } from './stdio-client.ts';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command of the program to its end. */
export async function runCommand({ path, work }: Home, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: work,
    env: { PATH: process.env.PATH ?? '', HOME: path, THROUGHLINE_HOME: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Starts the server as a client does, with stdin open, where it is expected to give up by itself. */
export async function startAndExpectFailure({ path, work }: Home): Promise<Outcome> {
  const client = new StdioClient({ home: path, cwd: work });
  let stdout = '';
  client.process.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  const givesUp = setTimeout(() => client.process.kill('SIGKILL'), 60_000);
  const [code] = await once(client.process, 'close');
  clearTimeout(givesUp);
  return { code, stdout, stderr: client.stderr.join('') };
}
