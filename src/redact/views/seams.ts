import { isMixed } from '../format-rule.ts';
import { isRandom } from '../shape/is-random.ts';
import { shareOfWords } from '../shape/share-of-words.ts';
import { endOfRun, TOKEN_CHARS } from './token-chars.ts';
import { isWholeToken, matchAt, mayBeRest, type Wrap } from './unwrap.ts';

/** What stands at the left edge of a line: its number, and the sign of a comment or a table. */
interface Margin {
  readonly number: number | undefined;
  readonly mark: string;
  readonly length: number;
}

// Back from a token to the start of its line, no further.
const LOOK_BACK = 200;
const LONGEST = 160;
const NUMBER = /^[ \t]{0,10}(\d{1,6})(?:[:|│→\t-]|(?=[ \t]))/;
const SIGNS = /^[ \t>+]{0,40}(?:\/?\*{1,2}|#{1,6}|\/{2,3}|--|;{1,2}|(?:[|│][ \t]{0,10}){1,6})?[ \t]{0,40}/;

/** Of the line in which a token begins at `at`. */
function marginBefore(text: string, at: number): Margin {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  return readMargin(before.slice(before.lastIndexOf('\n') + 1), true);
}

/** Of the line that begins at `at`, when it goes on from one with that margin. */
function marginAfter({ number, mark }: Margin, text: string, at: number): Margin | undefined {
  const margin = readMargin(text.slice(at, at + LONGEST), number !== undefined);
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

/** A comment that opens with a slash goes on without it, and the cells before may be empty. */
const markOf = (signs: string): string =>
  signs
    .replace(/[ \t>+]/g, '')
    .replace(/^\/?\*+$/, '*')
    .replace(/^[|│]+$/, '|');

// Only a token of a known format is followed over a seam: of any other value nothing tells that a part is missing.
const PREFIX =
  /gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-|AT[AC]TT3|npm_|pypi-|rubygems_|dckr_[po]at_|sk-(?:ant|proj|svcacct|admin|or-v1)-|hf_|gsk_|xai-|pplx-|r8_|eyJ|xox[a-z]-|xapp-|[sr]k_(?:live|test)_|whsec_|A[KS]IA|AIza|ya29\.|SG\.|dop_v1_|shp(?:at|ca|pa|ss)_|lin_api_|ntn_|nfp_|hv[sbr]\./g;
const STARTS_ANEW = new RegExp(`^(?:${PREFIX.source})`);

const BREAK = /[ \t]{0,40}[|│]?[ \t]{0,40}\\?\r?\n/y;
// Alone on its line, but for what closes a string, a cell or a sentence.
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
const SHORTEST_REST = 4;
const MOST_WORDS = 0.3;

interface Seam {
  readonly to: number;
  readonly isInLine: boolean;
}

/**
 * What stands between the parts of a token that is cut: an indented line end, the margin of a comment or of a table, the
 * quotes of a string in two parts, the colors of a terminal, a space that does not break.
 */
export function findSeams(text: string): readonly Wrap[] {
  const seams: Wrap[] = [];
  PREFIX.lastIndex = 0;
  for (let match = PREFIX.exec(text); match !== null; match = PREFIX.exec(text))
    PREFIX.lastIndex = followToken(text, match.index, match.index + match[0].length, seams);
  return seams;
}

/** Adds the seams of the token and tells where it ends. */
function followToken(text: string, start: number, prefixEnd: number, seams: Wrap[]): number {
  let [partStart, end] = [start, endOfRun(text, prefixEnd, TOKEN_CHARS, text.length)];
  let token = text.slice(start, end);
  for (let seam = seamAt(text, start, end); seam !== undefined; seam = seamAt(text, partStart, end)) {
    const { to, isInLine } = seam;
    const headEnd = endOfRun(text, to, TOKEN_CHARS, text.length);
    const head = text.slice(to, headEnd);
    if (isWholeToken(token) || !isPart(text, head, headEnd)) break;
    const isLikely = looksGenerated(head) && (isInLine || isAt(ALONE, text, headEnd));
    seams.push({ from: end, to, becomes: '', isMarked: false, isLikely });
    token += head;
    [partStart, end] = [to, headEnd];
  }
  return end;
}

function seamAt(text: string, partStart: number, end: number): Seam | undefined {
  const inLine = matchAt(IN_LINE, text, end).length;
  if (inLine > 0) return { to: end + inLine, isInLine: true };
  const joined = matchAt(CONCATENATION, text, end).length;
  if (joined > 0) return { to: end + joined, isInLine: false };
  const next = end + matchAt(BREAK, text, end).length;
  const margin = next > end ? marginAfter(marginBefore(text, partStart), text, next) : undefined;
  return margin && { to: next + margin.length, isInLine: false };
}

function isPart(text: string, head: string, headEnd: number): boolean {
  if (head.length < SHORTEST_REST || STARTS_ANEW.test(head) || !mayBeRest(head)) return false;
  return isAt(CLEAN_END, text, headEnd) && (/\d/.test(head) || isRandom(head));
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Then it goes on even where the first part could be all of the token. */
const looksGenerated = (head: string): boolean =>
  !HEX_OR_NUMBER.test(head) && (isRandom(head) || (isMixed(head) && shareOfWords(head) < MOST_WORDS));
