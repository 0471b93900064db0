import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { parseLine } from '../mcp/parse-line.ts';

const NEWLINE = 0x0a;
const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** Reports a line that is too long. Nothing is read after it. */
export class LineTooLong extends Error {
  constructor() {
    super(`a line of input has more than ${MAX_LINE_BYTES} bytes`);
  }
}

/**
 * Messages as lines. The transport of the protocol library searches a long line again with every chunk, and checks each message
 * with a schema; here a line is parsed once.
 */
export class StdioTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  /** Takes what the client writes. */
  readonly input: Writable;
  readonly #output: Writable;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isClosed = false;
  /** Shared by all that wait: each would add listeners of its own. */
  #drained: Promise<unknown> | undefined;

  constructor(output: Writable) {
    this.#output = output;
    this.input = new Writable({
      write: (chunk: Buffer, _, done) => {
        this.#read(chunk);
        done();
      },
    });
  }

  async start(): Promise<void> {
    this.#output.on('error', (error) => {
      if (this.#isClosed) return;
      this.onerror?.(error);
      void this.close();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('the connection is closed');
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return;
    this.#drained ??= once(this.#output, 'drain').finally(() => {
      this.#drained = undefined;
    });
    await this.#drained;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#held = [];
    this.onclose?.();
  }

  #read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, end));
      from = end + 1;
      this.#receive();
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
  }

  #hold(part: Buffer): void {
    if (this.#isClosed) return;
    this.#held.push(part);
    this.#heldBytes += part.length;
    if (this.#heldBytes <= MAX_LINE_BYTES) return;
    this.onerror?.(new LineTooLong());
    void this.close();
  }

  #receive(): void {
    const [first] = this.#held;
    if (first === undefined) return;
    const line = this.#held.length === 1 ? first : Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    const parsed = parseLine(line.toString('utf8'));
    if (parsed === undefined) return;
    if ('message' in parsed) this.onmessage?.(parsed.message);
    // The library's types have no response without an id; JSON-RPC uses null for it.
    else this.send(parsed.refusal as JSONRPCMessage).catch((error) => this.onerror?.(error));
  }
}
