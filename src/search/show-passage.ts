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

const NEGATION =
  /(?<!\p{L})(?:not|never|no|nobody|none|neither|nor|without|stopped|\p{L}+n['’]t|nicht|nie|niemals|kein\p{L}*|ohne|nunca|sin|ne|pas|jamais|sans|não|nem|sem|не|нет|никогда|без)(?!\p{L})|不|没|未|ない|せん|않|없|못/iu;

/** Where a passage begins: with the sentence of the first match, or later in it if that is far, but not after what negates it. */
function beginningOf(text: string, first: number, last: number): number {
  const earliest = Math.max(0, first - PASSAGE.sentence);
  const starts = sentenceStarts(text.slice(earliest, first)).map((at) => earliest + at);
  const sentence = starts.filter((at) => at > earliest || at === 0).at(-1) ?? earliest;
  const near = Math.max(0, Math.min(first, Math.max(last - PASSAGE.shown, first - PASSAGE.before)));
  if (sentence >= near || last - sentence <= PASSAGE.shown)
    return sentence > earliest || sentence === 0 ? sentence : wordStart(text, sentence, first - sentence);
  const negated = NEGATION.exec(text.slice(sentence, near));
  if (negated === null) return wordStart(text, near, first - near);
  return sentence === 0 || sentence > earliest ? sentence : sentence + negated.index;
}

/** The end of the word at a position. */
const wordEnd = (text: string, at: number): number => {
  const space = text.slice(at, at + PASSAGE.slack).search(/\s/);
  return wholeCharacter(text, space < 0 ? at : at + space);
};

/** The sentences around a match, about as long as a passage, to the end of the last sentence that fits. */
function sentencesAround(text: string, first: number, last: number): readonly [from: number, to: number] {
  const from = beginningOf(text, first, last);
  const limit = from + PASSAGE.shown;
  if (text.length <= limit + PASSAGE.slack) return [from, text.length];
  const starts = sentenceStarts(text.slice(from, limit + PASSAGE.slack)).map((at) => from + at);
  const end = starts.filter((at) => at > last).at(-1);
  if (end !== undefined && end - from >= PASSAGE.shown / 2) return [from, end];
  const space = text.lastIndexOf(' ', limit);
  return [from, space > last ? space : wordEnd(text, Math.max(limit, last))];
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
