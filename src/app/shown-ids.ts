import { cursorInvalid } from '../domain/cursor-invalid.ts';
import { digestOf } from '../domain/id.ts';

const TRACE_BYTES = 4;
const TRACE = new RegExp(`.{${TRACE_BYTES * 2}}`, 'g');

/**
 * What pages before have shown, a few bytes for each id. Scores shift whenever somebody writes, so no place in a
 * ranking stays where it was; an id does.
 */
export class ShownIds {
  readonly #traces: ReadonlySet<string>;

  constructor(traces: Iterable<string> = []) {
    this.#traces = new Set(traces);
  }

  static parse(text: string): ShownIds {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.toString('base64url') !== text || bytes.length % TRACE_BYTES !== 0) throw cursorInvalid();
    return new ShownIds(bytes.toString('hex').match(TRACE) ?? []);
  }

  get size(): number {
    return this.#traces.size;
  }

  has(id: string): boolean {
    return this.#traces.has(traceOf(id));
  }

  with(ids: readonly string[]): ShownIds {
    return new ShownIds([...this.#traces, ...ids.map(traceOf)]);
  }

  toString(): string {
    return Buffer.from([...this.#traces].join(''), 'hex').toString('base64url');
  }
}

function traceOf(id: string): string {
  const digest = digestOf(id);
  const start = digest.indexOf(':') + 1;
  return digest.slice(start, start + TRACE_BYTES * 2);
}
