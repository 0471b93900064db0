import { isMixed } from '../format-rule.ts';
import { isRandom } from '../shape/is-random.ts';
import { shareOfWords } from '../shape/share-of-words.ts';
import { endOfRun, TOKEN_CHARS } from './token-chars.ts';
import { isWholeToken, matchAt, mayBeRest, type Wrap } from './unwrap.ts';

// Only a token of a known format is followed over a seam: of any other value nothing tells that a part is missing.
const PREFIX =
  /gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-|AT[AC]TT3|npm_|pypi-|rubygems_|dckr_[po]at_|sk-(?:ant|proj|svcacct|admin|or-v1)-|hf_|gsk_|xai-|pplx-|r8_|eyJ|xox[a-z]-|xapp-|[sr]k_(?:live|test)_|whsec_|A[KS]IA|AIza|ya29\.|SG\.|dop_v1_|shp(?:at|ca|pa|ss)_|lin_api_|ntn_|nfp_|hv[sbr]\./g;
const STARTS_ANEW = new RegExp(`^(?:${PREFIX.source})`);

// Back from a token to the start of its line, no further.
const LOOK_BACK = 200;
const MARGIN = /^[ \t>+]{0,40}(?:\/?\*{1,2}|#{1,6}|\/{2,3}|--|;{1,2}|(?:[|│][ \t]{0,40}){1,6})?[ \t]{0,40}/;
const NEXT_MARGIN = new RegExp(MARGIN.source.slice(1), 'y');
const BREAK = /[ \t]{0,40}[|│]?[ \t]{0,40}\\?\r?\n/y;
// Alone on its line, but for what closes a string, a cell or a sentence.
const ALONE = /["'`]?[ \t]{0,40}(?:[|│+\\]|[.,;)]{1,3}|\*\/)?[ \t]{0,40}(?:\r?\n|$)/y;
const CLEAN_END = /(?:={0,2}(?:[\s"'`,;)\]}<|│\\.]|\*\/|$))/y;
const HEX_OR_NUMBER = /^(?:[0-9a-f]+|[0-9A-F]+)$/;
const SHORTEST_REST = 4;
const MOST_WORDS = 0.3;

/** What stands between the parts of a token that is cut: an indented line end, the margin of a comment or of a table. */
export function findSeams(text: string): readonly Wrap[] {
  if (!text.includes('\n')) return [];
  const seams: Wrap[] = [];
  PREFIX.lastIndex = 0;
  for (let match = PREFIX.exec(text); match !== null; match = PREFIX.exec(text))
    PREFIX.lastIndex = followToken(text, match.index, match.index + match[0].length, seams);
  return seams;
}

/** Adds the seams of the token and tells where it ends. */
function followToken(text: string, start: number, prefixEnd: number, seams: Wrap[]): number {
  let end = endOfRun(text, prefixEnd, TOKEN_CHARS, text.length);
  let token = text.slice(start, end);
  for (let to = seamEnd(text, start, end); to !== undefined; to = seamEnd(text, start, end)) {
    const headEnd = endOfRun(text, to, TOKEN_CHARS, text.length);
    const head = text.slice(to, headEnd);
    if (isWholeToken(token) || !isPart(text, head, headEnd)) break;
    seams.push({ from: end, to, becomes: '', isMarked: false, isLikely: isLikely(text, head, headEnd) });
    token += head;
    end = headEnd;
  }
  return end;
}

function seamEnd(text: string, start: number, end: number): number | undefined {
  BREAK.lastIndex = end;
  if (!BREAK.test(text)) return undefined;
  const next = BREAK.lastIndex;
  const margin = matchAt(NEXT_MARGIN, text, next);
  return markOf(margin) === markOf(marginBefore(text, start)) ? next + margin.length : undefined;
}

function marginBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  return MARGIN.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? '';
}

/** The sign of a comment or a table; a comment that opens with a slash goes on without it, and cells may be empty. */
const markOf = (margin: string): string =>
  margin
    .replace(/[ \t>+]/g, '')
    .replace(/^\/?\*+$/, '*')
    .replace(/^[|│]+$/, '|');

function isPart(text: string, head: string, headEnd: number): boolean {
  if (head.length < SHORTEST_REST || STARTS_ANEW.test(head) || !mayBeRest(head)) return false;
  CLEAN_END.lastIndex = headEnd;
  return CLEAN_END.test(text) && (/\d/.test(head) || isRandom(head));
}

/** It goes on even where the first part could be all of the token. */
function isLikely(text: string, head: string, headEnd: number): boolean {
  ALONE.lastIndex = headEnd;
  if (HEX_OR_NUMBER.test(head) || !ALONE.test(text)) return false;
  return isRandom(head) || (isMixed(head) && shareOfWords(head) < MOST_WORDS);
}
