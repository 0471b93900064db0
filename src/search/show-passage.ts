import type { Matcher, Spot } from './matcher.ts';
import { PASSAGE } from './weights.ts';

export interface ShownPassage {
  /** Matched words are marked with two asterisks on each side. */
  readonly passage: string;
  /** The words of the passage that match, as written. */
  readonly matched: readonly string[];
  readonly isWhole: boolean;
}

const SENTENCE_END = /[.!?:;。！？]["'”’)\]]*\s+|\n+/g;
const LATER_HALF = /[\udc00-\udfff]/;

/** Does not split surrogate pairs. */
const wholeCharacter = (text: string, at: number) =>
  at > 0 && at < text.length && LATER_HALF.test(text.charAt(at)) ? at - 1 : at;

/** Where sentences start, from the start of `text` to its end. */
function sentenceStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(SENTENCE_END)].map(({ 0: end, index }) => index + end.length)];
}

/** The start of a word within `slack` units after `at`. */
function wordStart(text: string, at: number, slack: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + slack).search(/\s\S/);
  return wholeCharacter(text, space < 0 ? at : at + space + 1);
}

/**
 * The sentences around a match, about as long as a passage: from the start of the sentence of the first match, if it is near, to the
 * end of the last sentence that fits.
 */
function sentencesAround(text: string, first: number, last: number): readonly [from: number, to: number] {
  const earliest = Math.max(0, Math.min(first, Math.max(last - PASSAGE.shown, first - PASSAGE.before)));
  const around = text.slice(earliest, first + 2 * PASSAGE.shown);
  const starts = sentenceStarts(around).map((at) => earliest + at);
  const begin = starts.filter((at) => at <= first && (at > earliest || at === 0)).at(-1);
  const from = begin ?? wordStart(text, earliest, first - earliest);
  const limit = from + PASSAGE.shown;
  if (text.length <= limit + PASSAGE.slack) return [from, text.length];
  const end = starts.filter((at) => at > last && at <= limit + PASSAGE.slack).at(-1);
  if (end !== undefined && end - from >= PASSAGE.shown / 2) return [from, end];
  const space = text.lastIndexOf(' ', limit);
  return [from, wholeCharacter(text, space > last ? space : Math.max(limit, last))];
}

function mark(text: string, spots: readonly Spot[], from: number, to: number): string {
  let marked = '';
  let at = from;
  for (const spot of spots) {
    if (spot.from < from || spot.to > to) continue;
    marked += `${text.slice(at, spot.from)}**${text.slice(spot.from, spot.to)}**`;
    at = spot.to;
  }
  return marked + text.slice(at, to);
}

/** The passage of a text between two positions as it is shown; the whole text if it is short. */
export function showPassage(
  text: string,
  { from: first, to: last }: { readonly from: number; readonly to: number },
  matcher: Matcher,
): ShownPassage {
  const isWhole = text.length <= PASSAGE.wholeText;
  const [from, to] = isWhole ? [0, text.length] : sentencesAround(text, first, last);
  const spots = matcher.spotsIn(text.slice(from, to)).map((spot) => ({
    ...spot,
    from: spot.from + from,
    to: spot.to + from,
  }));
  const matched = [...new Set(spots.map((spot) => text.slice(spot.from, spot.to)))];
  const shown = mark(text, spots, from, to);
  if (isWhole) return { passage: shown, matched, isWhole };
  return {
    passage: `${from > 0 ? '… ' : ''}${shown.trim()}${to < text.length ? ' …' : ''}`,
    matched,
    isWhole,
  };
}
