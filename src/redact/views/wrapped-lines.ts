import { NAMED_KINDS } from '../shape/classify-name.ts';
import { countUpTo, matchAt, type Span } from '../span.ts';
import type { Edit } from './view.ts';

const characterTable = (characters: string): Uint8Array => {
  const members = new Uint8Array(128);
  for (const character of characters) members[character.charCodeAt(0)] = 1;
  return members;
};
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Base64, plain or URL-safe, without padding. */
export const BASE64_CHARS = characterTable(`${ALPHANUMERIC}+/_-`);
export const TOKEN_CHARS = characterTable(`${ALPHANUMERIC}+/_.~%-`);

export const isOneOf = (members: Uint8Array, code: number): boolean => code < 128 && members[code] === 1;

export function endOfRun(text: string, from: number, members: Uint8Array, limit: number): number {
  let end = from;
  while (end < limit && isOneOf(members, text.charCodeAt(end))) end++;
  return end;
}

export function startOfRun(text: string, from: number, members: Uint8Array, limit: number): number {
  let start = from;
  while (start > limit && isOneOf(members, text.charCodeAt(start - 1))) start--;
  return start;
}

/** A line break that may divide a token. */
export interface Wrap extends Edit {
  /** Marked by a backslash or, in mail, by `=`. */
  readonly isMarked: boolean;
  /** The line is long, and the next one starts with text that ends at a space, a quote or the end of the line. */
  readonly isLikely: boolean;
}

type Line = ReturnType<typeof lineTo>;

const CR = 13;
// Marks of a shell and of a mail program at the end of a continued line.
const CONTINUATION: ReadonlySet<string> = new Set(['\\', '=']);
const PREFIX = /[ \t>|+]{0,40}/y;
const REACH = 256;
const LONG_LINE = 60;
const CLEAN_END = /^$|[=\s"'`,;)\]}<\\]/;

const WORD = /^[A-Z]?[a-z]+[.]?$/;
const CAPITALS = /^[A-Z]+$/;
const LETTERS = /^[A-Za-z]+$/;
// Other beginnings of lines that do not continue a token: dates, versions, hashes, ids, paths, file names, flags.
const NO_CONTINUATION =
  /^(?:\d{1,4}[-.:/]\d.*|v?\d+(?:\.\d+)+.*|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}|\.{0,2}\/.*|[\w-]+\.[a-z]{1,4}|--?[a-z].*)$/;
// Complete tokens of a fixed length.
const WHOLE =
  /(?:gh[pousr]_[A-Za-z0-9]{36}|A[KS]IA[A-Z0-9]{16}|AIza[\w-]{35}|npm_[A-Za-z0-9]{36}|glpat-[\w-]{20}|hf_[A-Za-z0-9]{34}|[sr]k_(?:live|test)_[A-Za-z0-9]{24}|SK[0-9a-f]{32})$/;
// Kinds whose form does not show where the secret ends.
const OPEN_ENDED_KINDS: ReadonlySet<string> = new Set([...NAMED_KINDS, 'custom', 'private', 'private-key']);

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

function lineTo(text: string, start: number, at: number) {
  const end = at > start && text.charCodeAt(at - 1) === CR ? at - 1 : at;
  const isMarked = end > start && CONTINUATION.has(text.charAt(end - 1)) && text.charAt(end - 2) !== '=';
  return { start, end: isMarked ? end - 1 : end, isMarked };
}

/** `before`: the line that this one continues, if any. */
function wrapAt(text: string, line: Line, next: number, before: Line | undefined): Wrap | undefined {
  const tailStart = startOfRun(text, line.end, TOKEN_CHARS, Math.max(line.start, line.end - REACH));
  if (tailStart === line.end) return undefined;
  // A quoted or indented line continues after the same prefix; a terminal continues at the left edge.
  const prefix = matchAt(PREFIX, text, line.start)?.[0] ?? '';
  const to = next + (matchAt(PREFIX, text, next)?.[0] === prefix ? prefix.length : 0);
  const headEnd = endOfRun(text, to, TOKEN_CHARS, Math.min(text.length, to + REACH));
  const [tail, head] = [text.slice(tailStart, line.end), text.slice(to, headEnd)];
  if (head === '' || !(line.isMarked || continuesToken(line, tail, head, before))) return undefined;
  const isLikely = line.end - line.start >= LONG_LINE && CLEAN_END.test(text.charAt(headEnd));
  return { from: line.end, to, becomes: '', isMarked: line.isMarked, isLikely };
}

function continuesToken(line: Line, tail: string, head: string, before: Line | undefined): boolean {
  if (!mayContinueToken(head) || (CAPITALS.test(head) && LETTERS.test(tail)) || isWholeToken(tail))
    return false;
  // All lines of a token except the last are equally long.
  return before === undefined || line.end - line.start >= before.end - before.start;
}

/** Not a word, date, path or other usual beginning of a line. */
export const mayContinueToken = (head: string): boolean => !(WORD.test(head) || NO_CONTINUATION.test(head));

export const isWholeToken = (token: string): boolean => WHOLE.test(token);

const fromOf = ({ from }: Wrap) => from;

/** A secret without a fixed form, or one that was complete before the break, spans a line break only if that is likely. */
export function isAcrossWraps(
  { start, end, kind }: Span,
  wraps: readonly Wrap[],
  knownEnds: ReadonlySet<number>,
): boolean {
  const crossed = wraps.slice(countUpTo(wraps, start, fromOf), countUpTo(wraps, end - 1, fromOf));
  return (
    crossed.length > 0 &&
    crossed.every(
      ({ from, isMarked, isLikely }) =>
        isMarked || isLikely || !(OPEN_ENDED_KINDS.has(kind) || knownEnds.has(from)),
    )
  );
}
