import { NAMED_KINDS } from '../name/classify-name.ts';
import type { Span } from '../span.ts';
import { type Edit, type View, viewOf } from './view.ts';

/** A break that may have cut a token in two. */
export interface Wrap extends Edit {
  /** By a backslash or, in mail, by `=`: the line goes on without doubt. */
  readonly isMarked: boolean;
  /** The line is long, and the next begins with what ends at a space, a quote or the end of the line. */
  readonly isLikely: boolean;
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** The quote signs or the indentation. */
  readonly prefix: string;
}

const BREAK = /([\\=])?\r?\n/g;
const PREFIX = /[ \t>|+]{0,40}/y;
const HEAD = /[A-Za-z0-9+/=_.~%-]{1,256}/y;
const TAIL = /[A-Za-z0-9+/_.~%-]{1,256}$/;
const REACH = 256;
const LONG_LINE = 60;
const CLEAN_END = /^$|[\s"'`,;)\]}<\\]/;

const WORD = /^[A-Z]?[a-z]+[.]?$/;
const CAPITALS = /^[A-Z]+$/;
// What else begins a line and is no rest of a token: dates, versions, hashes, ids, paths, file names, flags.
const NO_REST =
  /^(?:\d{1,4}[-.:/]\d.*|v?\d+(?:\.\d+)+.*|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}|\.{0,2}\/.*|[\w-]+\.[a-z]{1,4}|--?[a-z].*)$/;
// Tokens of a fixed length that are whole already.
const WHOLE =
  /(?:gh[pousr]_[A-Za-z0-9]{36}|A[KS]IA[A-Z0-9]{16}|AIza[\w-]{35}|npm_[A-Za-z0-9]{36}|glpat-[\w-]{20}|hf_[A-Za-z0-9]{34}|[sr]k_(?:live|test)_[A-Za-z0-9]{24}|SK[0-9a-f]{32})$/;
// Nothing in their form tells where such secrets end.
const FORMLESS: ReadonlySet<string> = new Set([...NAMED_KINDS, 'custom', 'private', 'private-key']);

/** Every break with parts of a token on both sides. */
export function findWraps(text: string): readonly Wrap[] {
  const wraps: Wrap[] = [];
  let before: Line | undefined;
  let start = 0;
  for (const { index, 0: found, 1: mark } of text.matchAll(BREAK)) {
    const line = { start, end: index, prefix: matchAt(PREFIX, text, start) };
    const next = index + found.length;
    const wrap = wrapAt(
      text,
      line,
      next,
      mark !== undefined,
      wraps.at(-1)?.from === before?.end ? before : undefined,
    );
    if (wrap !== undefined) wraps.push(wrap);
    before = line;
    start = next;
  }
  return wraps;
}

/** `before`: the line that this one goes on from, when it does. */
function wrapAt(
  text: string,
  line: Line,
  next: number,
  isMarked: boolean,
  before: Line | undefined,
): Wrap | undefined {
  const tail = TAIL.exec(text.slice(Math.max(line.start, line.end - REACH), line.end))?.[0];
  if (tail === undefined) return undefined;
  // A quoted or indented line goes on behind the same signs; a terminal goes on at the left edge.
  const to = next + (matchAt(PREFIX, text, next) === line.prefix ? line.prefix.length : 0);
  const head = matchAt(HEAD, text, to);
  if (head === '' || (!isMarked && !isRest(text, line, tail, head, before))) return undefined;
  const isLong = line.end - line.start >= LONG_LINE;
  const isLikely = isLong && CLEAN_END.test(text.charAt(to + head.length));
  return { from: line.end, to, becomes: '', isMarked, isLikely };
}

function isRest(text: string, line: Line, tail: string, head: string, before: Line | undefined): boolean {
  if (WORD.test(head) || NO_REST.test(head) || (CAPITALS.test(head) && /^[A-Z]?[A-Za-z]+$/.test(tail)))
    return false;
  if (WHOLE.test(text.slice(Math.max(line.start, line.end - REACH), line.end))) return false;
  // All lines of a token but its last are equally long.
  return before === undefined || line.end - line.start >= before.end - before.start;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** The text with these breaks taken out. */
export const unwrappedView = (text: string, wraps: readonly Wrap[]): View => viewOf(text, wraps);

/**
 * A secret that goes over one break at least, and does not end there by right: what has no form of its own, or was found
 * up to the break already, goes on only where it is likely. `knownEnds` is where secrets end that were found with the breaks.
 */
export function isAcrossWraps(
  { start, end, kind }: Span,
  wraps: readonly Wrap[],
  knownEnds: ReadonlySet<number>,
): boolean {
  const crossed = wraps.slice(firstAfter(wraps, start), firstAfter(wraps, end - 1));
  return (
    crossed.length > 0 &&
    crossed.every(
      ({ from, isMarked, isLikely }) => isMarked || isLikely || !(FORMLESS.has(kind) || knownEnds.has(from)),
    )
  );
}

function firstAfter(wraps: readonly Wrap[], position: number): number {
  let [low, high] = [0, wraps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((wraps[middle]?.from ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
