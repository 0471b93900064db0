import { isMixed } from '../format-rule.ts';
import { isRandom, wordShare } from '../shape/is-secret-shape.ts';
import { matchEnd } from '../span.ts';
import { endOfRun, isWholeToken, mayContinueToken, TOKEN_CHARS, type Wrap } from './wrapped-lines.ts';

/** The left edge of a line: its number, and the mark of a comment or a table. */
interface Margin {
  readonly number: number | undefined;
  readonly mark: string;
  readonly length: number;
}

const LOOK_BACK = 200;
const MAX_LENGTH = 160;
const NUMBER = /^[ \t]{0,10}(\d{1,6})(?:[:|│→\t-]|(?=[ \t]))/;
const SIGNS = /^[ \t>+]{0,40}(?:\/?\*{1,2}|#{1,6}|\/{2,3}|--|;{1,2}|(?:[|│][ \t]{0,10}){1,6})?[ \t]{0,40}/;

function marginBefore(text: string, at: number): Margin {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  return readMargin(before.slice(before.lastIndexOf('\n') + 1), true);
}

/** The margin of the line that starts at `at`, if it continues a line with the given margin. */
function marginOfContinuation({ number, mark }: Margin, text: string, at: number): Margin | undefined {
  const margin = readMargin(text.slice(at, at + MAX_LENGTH), number !== undefined);
  const isNext = number === undefined || margin.number === number + 1;
  return isNext && margin.mark === mark ? margin : undefined;
}

function readMargin(line: string, mayBeNumbered: boolean): Margin {
  const numbered = mayBeNumbered ? NUMBER.exec(line) : null;
  const skipped = numbered?.[0].length ?? 0;
  const signs = SIGNS.exec(line.slice(skipped))?.[0] ?? '';
  return {
    number: numbered === null ? undefined : Number(numbered[1]),
    mark: markOf(signs),
    length: skipped + signs.length,
  };
}

/** A comment that starts with a slash continues without it, and the cells before may be empty. */
const markOf = (signs: string): string =>
  signs
    .replace(/[ \t>+]/g, '')
    .replace(/^\/?\*+$/, '*')
    .replace(/^[|│]+$/, '|');

// Only tokens of known formats are followed: for other values nothing shows that a part is missing.
const PREFIX =
  /gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-|AT[AC]TT3|npm_|pypi-|rubygems_|dckr_[po]at_|sk-(?:ant|proj|svcacct|admin|or-v1)-|hf_|gsk_|xai-|pplx-|r8_|eyJ|xox[a-z]-|xapp-|[sr]k_(?:live|test)_|whsec_|A[KS]IA|AIza|ya29\.|SG\.|dop_v1_|shp(?:at|ca|pa|ss)_|lin_api_|ntn_|nfp_|hv[sbr]\./g;
const STARTS_NEW_TOKEN = new RegExp(`^(?:${PREFIX.source})`);

const BREAK = /[ \t]{0,40}[|│]?[ \t]{0,40}\\?\r?\n/y;
// Alone on its line, except for the end of a string, a cell or a sentence.
const ALONE = /["'`]?[ \t]{0,40}(?:[|│+\\]|[.,;)]{1,3}|\*\/)?[ \t]{0,40}(?:\r?\n|$)/y;
const ESCAPE = String.raw`(?:\u001b|\\(?:u001b|x1b|033|e))\[[0-9;?]{0,16}[A-Za-z]`;
const IN_LINE = new RegExp(
  String.raw`(?:${ESCAPE}|[\u00a0\u2028\u2029]|\\u(?:00a0|202[89])|&nbsp;){1,8}`,
  'iy',
);
const CONCATENATION =
  /(["'`])[ \t]{0,8}(?:\+|\.{1,2}|&|\\)?[ \t]{0,8}(?:\r?\n[ \t]{0,40}(?:\+|\.{1,2}|&)?[ \t]{0,8})?[bruf]{0,2}\1/iy;
const CLEAN_END = new RegExp(String.raw`={0,2}(?:[\s"'\x60,;)\]}<|│\\.&]|\*\/|${ESCAPE}|$)`, 'y');
const HEX_OR_NUMBER = /^(?:[0-9a-f]+|[0-9A-F]+)$/;
const MIN_CONTINUATION = 4;
const MAX_WORD_SHARE = 0.3;

/** Breaks inside a token: indented lines, margins of comments and tables, quotes of a divided string, colors. */
export function findTokenBreaks(text: string): readonly Wrap[] {
  const breaks: Wrap[] = [];
  PREFIX.lastIndex = 0;
  for (let match = PREFIX.exec(text); match !== null; match = PREFIX.exec(text))
    PREFIX.lastIndex = followToken(text, match.index, match.index + match[0].length, breaks);
  return breaks;
}

function followToken(text: string, start: number, prefixEnd: number, breaks: Wrap[]): number {
  let [partStart, end] = [start, endOfRun(text, prefixEnd, TOKEN_CHARS, text.length)];
  let token = text.slice(start, end);
  for (
    let tokenBreak = breakAt(text, start, end);
    tokenBreak !== undefined;
    tokenBreak = breakAt(text, partStart, end)
  ) {
    const { to, isInLine } = tokenBreak;
    const headEnd = endOfRun(text, to, TOKEN_CHARS, text.length);
    const head = text.slice(to, headEnd);
    if (isWholeToken(token) || !isPart(text, head, headEnd)) break;
    const isLikely = looksGenerated(head) && (isInLine || matchEnd(ALONE, text, headEnd) !== undefined);
    breaks.push({ from: end, to, becomes: '', isMarked: false, isLikely });
    token += head;
    [partStart, end] = [to, headEnd];
  }
  return end;
}

function breakAt(text: string, partStart: number, end: number) {
  const inLine = matchEnd(IN_LINE, text, end);
  if (inLine !== undefined) return { to: inLine, isInLine: true };
  const joined = matchEnd(CONCATENATION, text, end);
  if (joined !== undefined) return { to: joined, isInLine: false };
  const next = matchEnd(BREAK, text, end);
  if (next === undefined) return undefined;
  const margin = marginOfContinuation(marginBefore(text, partStart), text, next);
  return margin && { to: next + margin.length, isInLine: false };
}

function isPart(text: string, head: string, headEnd: number): boolean {
  if (head.length < MIN_CONTINUATION || STARTS_NEW_TOKEN.test(head) || !mayContinueToken(head)) return false;
  return matchEnd(CLEAN_END, text, headEnd) !== undefined && (/\d/.test(head) || isRandom(head));
}

/** Then it continues even if the first part could be the whole token. */
const looksGenerated = (head: string): boolean =>
  !HEX_OR_NUMBER.test(head) && (isRandom(head) || (isMixed(head) && wordShare(head) < MAX_WORD_SHARE));
