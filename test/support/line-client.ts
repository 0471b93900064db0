import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

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

/** Speaks to a server over its stdin and stdout, as a client of the 2025 era does. */
export class LineClient {
  /** What the server logged. */
  readonly stderr: string[];
  readonly #toServer: Writable;
  #nextId = 1;
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  constructor(toServer: Writable, fromServer: Readable, stderr: string[] = []) {
    this.#toServer = toServer;
    this.stderr = stderr;
    createInterface({ input: fromServer }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  async initialize(clientName = 'test'): Promise<void> {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: clientName, version: '1' },
    });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  /** Fails all requests that have no answer yet. */
  protected failPending(message: string): void {
    for (const settle of this.#waiting.values()) settle({ error: { code: 0, message } });
  }

  send(message: unknown): void {
    this.#toServer.write(`${JSON.stringify(message)}\n`);
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
}
