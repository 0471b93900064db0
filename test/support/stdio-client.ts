import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PROGRAM } from './program.ts';

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: facts are checked by each test, field by field.
  readonly structuredContent: any;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

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

/** A real server process, spoken to as a client of the 2025 era speaks. */
export class StdioClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly stderr: string[] = [];
  #nextId = 1;
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  constructor({ home, cwd, env = {}, args = [], nodeArgs = [], program = [PROGRAM, 'mcp'] }: StdioOptions) {
    this.process = spawn(process.execPath, [...nodeArgs, ...program, ...args], {
      cwd: cwd ?? home,
      env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home, ...env },
    });
    this.process.stderr.on('data', (chunk) => this.stderr.push(String(chunk)));
    this.process.stdin.on('error', () => undefined);
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
    this.process.once('close', () => {
      for (const settle of this.#waiting.values()) settle({ error: { code: 0, message: 'process gone' } });
    });
  }

  static async open(options: StdioOptions): Promise<StdioClient> {
    const client = new StdioClient(options);
    await client.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: options.clientName ?? 'test', version: '1' },
    });
    client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return client;
  }

  send(message: unknown): void {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        this.#waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${error.code} ${error.message} ${this.stderr.join('')}`));
      });
      this.send({ jsonrpc: '2.0', id, method, params });
    });
  }

  async call(
    name: string,
    args: Record<string, unknown> = {},
    meta?: Record<string, unknown>,
  ): Promise<ToolResult> {
    const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
    return (await this.request('tools/call', params)) as ToolResult;
  }

  /** The facts of a call that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: facts are checked by each test, field by field.
  async facts(name: string, args: Record<string, unknown> = {}): Promise<any> {
    const result = await this.call(name, args);
    if (result.isError) throw new Error(`${name}: ${result.content[0]?.text}`);
    return result.structuredContent;
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
