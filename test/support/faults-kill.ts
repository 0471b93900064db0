import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { StdioClient } from './stdio-client.ts';

/** When to kill: after a time, or so long after the write-ahead log has reached a size. */
export type KillMoment =
  | { readonly kind: 'time'; readonly afterMs: number }
  | { readonly kind: 'log'; readonly bytes: number; readonly afterMs: number };

const LONGEST_MS = 30_000;
const REQUEST_ID = 4_711;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** One request as the line that goes over the wire, made once and sent many times. */
export const requestLine = (name: string, args: Record<string, unknown>): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: REQUEST_ID, method: 'tools/call', params: { name, arguments: args } })}\n`;

const waitForLog = async (log: string, bytes: number, isOver: () => boolean) => {
  while (!isOver() && sizeOf(log) < bytes) await pause(1);
};

export interface Killed {
  /** The reply was out before the process died. */
  readonly isAcknowledged: boolean;
  readonly elapsedMs: number;
}

/** Sends the line and kills the process at the given moment, whether or not it has answered. */
export async function killDuring(
  client: StdioClient,
  line: string,
  log: string,
  moment: KillMoment,
): Promise<Killed> {
  const { process: child } = client;
  const gone = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  const isAcknowledged = () => output.includes(`"id":${REQUEST_ID}`);
  const startedAt = performance.now();
  child.stdin.write(line);
  const isLate = () => performance.now() - startedAt > LONGEST_MS;
  if (moment.kind === 'log') await waitForLog(log, moment.bytes, () => isAcknowledged() || isLate());
  if (moment.afterMs > 0) await pause(moment.afterMs);
  child.kill('SIGKILL');
  await gone;
  return { isAcknowledged: isAcknowledged(), elapsedMs: performance.now() - startedAt };
}

export interface Unkilled {
  readonly elapsedMs: number;
  readonly logBytes: number;
}

/** How long the call takes when nobody interferes, and how far the log grows. */
export async function measure(client: StdioClient, line: string, log: string): Promise<Unkilled> {
  const answered = new Promise<string>((resolve, reject) => {
    let output = '';
    client.process.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes(`"id":${REQUEST_ID}`) && output.endsWith('\n')) resolve(output);
    });
    client.process.once('close', () => reject(new Error(`process gone: ${client.stderr.join('')}`)));
  });
  const startedAt = performance.now();
  client.process.stdin.write(line);
  const answer = await answered;
  const elapsedMs = performance.now() - startedAt;
  if (answer.includes('"isError":true')) throw new Error(answer);
  return { elapsedMs, logBytes: sizeOf(log) };
}
