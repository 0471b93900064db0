import { Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { parseLine } from '../mcp/parse-line.ts';

const NEWLINE = 0x0a;
const MAX_LINE_BYTES = 10 * 1024 * 1024;
/** Output takes the next piece when the client has read the one before, so that `unsentBytes` shows whether it reads. */
const PIECE_BYTES = 64 * 1024;

const NOTHING = Buffer.alloc(0);

interface Piece {
  readonly bytes: Buffer;
  /** Called when output has taken it, or will never take it. */
  readonly settle?: (error?: Error) => void;
}

const connectionClosed = () => new Error('the connection is closed');

function* piecesOf(line: Buffer, settle: Piece['settle']): Generator<Piece> {
  for (let at = 0; at < line.length; at += PIECE_BYTES) {
    const end = at + PIECE_BYTES;
    yield { bytes: line.subarray(at, end), ...(end < line.length ? {} : { settle }) };
  }
}

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
  #unsent: Piece[] = [];
  #waitsForDrain = false;

  constructor(output: Writable) {
    this.#output = output;
    this.input = new Writable({
      write: (chunk: Buffer, _, done) => this.#read(chunk, 0, done),
    });
  }

  async start(): Promise<void> {
    this.#output.on('error', (error) => {
      if (this.#isClosed) return;
      this.onerror?.(error);
      void this.close();
    });
  }

  /** What the client has not read yet, as far as can be seen from here. */
  get unsentBytes(): number {
    return this.#output.writableLength + this.#unsent.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** What the client wrote and nobody has received yet. */
  get unreadBytes(): number {
    return this.input.writableLength;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw connectionClosed();
    const line = Buffer.from(`${JSON.stringify(message)}\n`);
    await new Promise<void>((resolve, reject) => {
      this.#unsent.push(...piecesOf(line, (error) => (error === undefined ? resolve() : reject(error))));
      this.#write();
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#held = [];
    for (const { settle } of this.#unsent.splice(0)) settle?.(connectionClosed());
    this.onclose?.();
  }

  /** Until output is full. One listener waits for all messages. */
  #write(): void {
    while (!this.#waitsForDrain) {
      const piece = this.#unsent.shift();
      if (piece === undefined) return;
      if (this.#output.write(piece.bytes)) piece.settle?.();
      else this.#waitForDrain(piece);
    }
  }

  #waitForDrain({ settle }: Piece): void {
    this.#waitsForDrain = true;
    // Its bytes are in output by now. Who sent it waits with the others, or gets an error once the connection is closed.
    this.#unsent.unshift({ bytes: NOTHING, settle });
    this.#output.once('drain', () => {
      this.#waitsForDrain = false;
      this.#unsent.shift()?.settle?.();
      this.#write();
    });
  }

  /** One line in each turn of the event loop: most calls wait for nothing, so that a signal would wait for all that came with them. */
  #read(chunk: Buffer, from: number, done: () => void): void {
    const end = this.#isClosed ? -1 : chunk.indexOf(NEWLINE, from);
    if (end === -1) {
      if (from < chunk.length) this.#hold(chunk.subarray(from));
      done();
      return;
    }
    this.#hold(chunk.subarray(from, end));
    this.#receive();
    if (end + 1 < chunk.length) setImmediate(() => this.#read(chunk, end + 1, done));
    else done();
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
