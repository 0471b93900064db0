import { NAMED_KINDS } from '../name/classify-name.ts';
import type { Span } from '../span.ts';
import { endOfRun, startOfRun, TOKEN_CHARS } from './token-chars.ts';
import type { Edit } from './view.ts';

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
  readonly isMarked: boolean;
}

const CR = 13;
// What a shell and a mail program put at the end of such a line.
const GOES_ON: ReadonlySet<string> = new Set(['\\', '=']);
const PREFIX = /[ \t>|+]{0,40}/y;
const REACH = 256;
const LONG_LINE = 60;
const CLEAN_END = /^$|[=\s"'`,;)\]}<\\]/;

const WORD = /^[A-Z]?[a-z]+[.]?$/;
const CAPITALS = /^[A-Z]+$/;
const LETTERS = /^[A-Za-z]+$/;
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
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    const line = lineTo(text, start, at);
    const isChained = before !== undefined && wraps.at(-1)?.from === before.end;
    const wrap = wrapAt(text, line, at + 1, isChained ? before : undefined);
    if (wrap !== undefined) wraps.push(wrap);
    before = line;
    start = at + 1;
  }
  return wraps;
}

function lineTo(text: string, start: number, at: number): Line {
  const end = at > start && text.charCodeAt(at - 1) === CR ? at - 1 : at;
  const isMarked = end > start && GOES_ON.has(text.charAt(end - 1)) && text.charAt(end - 2) !== '=';
  return { start, end: isMarked ? end - 1 : end, isMarked };
}

/** `before`: the line that this one goes on from, when it does. */
function wrapAt(text: string, line: Line, next: number, before: Line | undefined): Wrap | undefined {
  const tailStart = startOfRun(text, line.end, TOKEN_CHARS, Math.max(line.start, line.end - REACH));
  if (tailStart === line.end) return undefined;
  // A quoted or indented line goes on behind the same signs; a terminal goes on at the left edge.
  const prefix = matchAt(PREFIX, text, line.start);
  const to = next + (matchAt(PREFIX, text, next) === prefix ? prefix.length : 0);
  const headEnd = endOfRun(text, to, TOKEN_CHARS, Math.min(text.length, to + REACH));
  const [tail, head] = [text.slice(tailStart, line.end), text.slice(to, headEnd)];
  if (head === '' || !(line.isMarked || isRest(line, tail, head, before))) return undefined;
  const isLikely = line.end - line.start >= LONG_LINE && CLEAN_END.test(text.charAt(headEnd));
  return { from: line.end, to, becomes: '', isMarked: line.isMarked, isLikely };
}

function isRest(line: Line, tail: string, head: string, before: Line | undefined): boolean {
  if (!mayBeRest(head) || (CAPITALS.test(head) && LETTERS.test(tail)) || isWholeToken(tail)) return false;
  // All lines of a token but its last are equally long.
  return before === undefined || line.end - line.start >= before.end - before.start;
}

/** No word, date, path or whatever else begins a line. */
export const mayBeRest = (head: string): boolean => !(WORD.test(head) || NO_REST.test(head));

export const isWholeToken = (token: string): boolean => WHOLE.test(token);

export function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

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
