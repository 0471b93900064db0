import { shorten } from '../../orientation/shorten.ts';
import { nameOf, onOneLine } from '../../orientation/wording.ts';
import { quoteUnlessOrdinary } from '../../quote-text.ts';
import { isEnded } from '../sentences.ts';

// A full stop ends a sentence before a space; the marks of scripts without spaces end one wherever they stand.
const SENTENCE_END = /[\p{Sentence_Terminal}…]+[\p{Pe}\p{Pf}"'*_]*(?=\s|$)|[。！？｡]+[\p{Pe}\p{Pf}]*/gu;
const DANGLING = /[\s,;:、，；：–—-]+$/u;
/** A sentence that ends before this share of the room leaves too much of it empty. */
const MIN_SHARE = 0.4;
const MAX_NAME = 48;

/** Stored words on one line, at most `cap` characters and the mark "…" where they are cut, after a sentence if possible. */
export function excerpt(words: string, cap: number): string {
  const window = cap * 4;
  const line = onOneLine(words.slice(0, window).toWellFormed()).replace(/\s+/g, ' ');
  const isWhole = words.slice(window).trim() === '';
  if (isWhole && line.length <= cap) return line;
  const ends = [...line.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const end = ends.findLast((at) => at <= cap && at >= cap * MIN_SHARE);
  if (end !== undefined) return `${line.slice(0, end)} …`;
  const cut = shorten(line, line.length, cap - 1).text.replace(DANGLING, '');
  return isEnded(cut) ? `${cut} …` : `${cut}…`;
}

/** A stored name within one of our lines. */
export const shortName = (name: string): string => quoteUnlessOrdinary(nameOf(name.toWellFormed(), MAX_NAME));
