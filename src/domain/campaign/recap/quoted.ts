import { shorten } from '../../orientation/shorten.ts';
import { onOneLine } from '../../orientation/wording.ts';
import { ended, isEnded } from '../sentences.ts';

// A full stop ends a sentence before a space; the marks of scripts without spaces end one wherever they stand.
const SENTENCE_END = /[\p{Sentence_Terminal}…]+[\p{Pe}\p{Pf}"'*_]*(?=\s|$)|[。！？｡]+[\p{Pe}\p{Pf}]*/gu;
const HANGING = /[\s,;:、，；：–—-]+$/u;
/** A sentence that ends before this share of the room leaves too much of it empty. */
const LEAST_SHARE = 0.4;

/** On one line, with nothing in it that looks like a mark of ours. */
export const oneLine = (words: string): string =>
  onOneLine(words.toWellFormed()).replace(/\s+/g, ' ').replace(/\[/g, '(').replace(/\]/g, ')');

/** Marks inside become single ones, so that where the words end is never in doubt. */
const nested = (text: string): string => text.replace(/[“„‟]/g, '‘').replace(/”/g, '’').replace(/"/g, "'");

/** Speech inside a sentence of ours. */
export const inDoubleMarks = (text: string): string => text.replace(/"([^"“”]*)"/g, '“$1”');

/** Somebody's words as they stand, up to about `cap` characters; what goes on ends in "…". */
export function excerpt(words: string, cap: number): string {
  const most = cap * 4;
  const line = nested(oneLine(words.slice(0, most)));
  const isWhole = words.slice(most).trim() === '';
  if (isWhole && line.length <= cap) return line;
  const ends = [...line.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const end = ends.findLast((at) => at <= cap && at >= cap * LEAST_SHARE);
  if (end !== undefined) return `${line.slice(0, end)} …`;
  const cut = shorten(line, line.length, cap - 1).text.replace(HANGING, '');
  return isEnded(cut) ? `${cut} …` : `${cut}…`;
}

/** As a sentence or the end of one. */
export const quoted = (text: string): string => `“${ended(text)}”`;

/** Inside a sentence. */
export const titled = (text: string, cap = 80): string => `“${excerpt(text, cap)}”`;

/** Two quotations beside each other would read as one. */
export const endsQuoted = (text: string): boolean => /”\.?$/.test(text);
