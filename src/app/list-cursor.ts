import { cursorInvalid } from '../domain/error.ts';
import { canonicalJson, digestOf } from '../domain/id.ts';

interface ListCursor {
  encode(place: string): string;
  /** Throws `cursor_invalid` for one that another list gave out, or the same list under other filters. */
  decode(cursor: string): string;
}

const MARK_LENGTH = 10;

/** A cursor is only valid for its own list and filters, so it carries a digest of both. */
export function createListCursor(kind: string, asked: unknown): ListCursor {
  const digest = digestOf(canonicalJson([kind, asked]));
  const mark = digest.slice(digest.indexOf(':') + 1).slice(0, MARK_LENGTH);
  return {
    encode: (place) => `${mark}.${place}`,
    decode(cursor) {
      const place = cursor.slice(mark.length + 1);
      if (cursor !== `${mark}.${place}` || place === '') throw cursorInvalid();
      return place;
    },
  };
}

const TRACE_BYTES = 4;
const TRACE = new RegExp(`.{${TRACE_BYTES * 2}}`, 'g');

/** The ids that earlier pages returned: scores change with every write, so a position would not be stable. */
export class ReturnedIds {
  readonly #traces: ReadonlySet<string>;

  constructor(traces: Iterable<string> = []) {
    this.#traces = new Set(traces);
  }

  static parse(text: string): ReturnedIds {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.toString('base64url') !== text || bytes.length % TRACE_BYTES !== 0) throw cursorInvalid();
    return new ReturnedIds(bytes.toString('hex').match(TRACE) ?? []);
  }

  get size(): number {
    return this.#traces.size;
  }

  has(id: string): boolean {
    return this.#traces.size > 0 && this.#traces.has(traceOf(id));
  }

  with(ids: readonly string[]): ReturnedIds {
    return new ReturnedIds([...this.#traces, ...ids.map(traceOf)]);
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
