import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { LineClient } from './line-client.ts';
import { PROGRAM } from './program.ts';

export type { ToolResult } from './line-client.ts';

export interface StdioOptions {
  readonly home: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Flags of Node itself, such as a preload. */
  readonly nodeArgs?: readonly string[];
  /** What Node runs; ours by default. */
  readonly program?: readonly string[];
  /** What the client calls itself; `test` by default. */
  readonly clientName?: string;
}

const start = ({ home, cwd, env = {}, args = [], nodeArgs = [], program = [PROGRAM, 'mcp'] }: StdioOptions) =>
  spawn(process.execPath, [...nodeArgs, ...program, ...args], {
    cwd: cwd ?? home,
    env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home, ...env },
  });

/** A real server process, spoken to as a client of the 2025 era speaks. */
export class StdioClient extends LineClient {
  readonly process: ChildProcessWithoutNullStreams;

  constructor(options: StdioOptions) {
    const child = start(options);
    super(child.stdin, child.stdout);
    this.process = child;
    child.stderr.on('data', (chunk) => this.stderr.push(String(chunk)));
    child.stdin.on('error', () => undefined);
    child.once('close', () => this.failPending('process gone'));
  }

  static async open(options: StdioOptions): Promise<StdioClient> {
    const client = new StdioClient(options);
    await client.initialize(options.clientName);
    return client;
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGKILL');
    await once(this.process, 'close');
  }

  /** Ends stdin, as a client does that is done. */
  async close(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.stdin.end();
    await once(this.process, 'close');
  }
}
