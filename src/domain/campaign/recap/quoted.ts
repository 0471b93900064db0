import { shorten } from '../../orientation/shorten.ts';
import { onOneLine } from '../../orientation/wording.ts';

// A full stop ends a sentence before a space; the marks of scripts without spaces end one wherever they stand.
const SENTENCE_END = /[.!?…؟।]+[\p{Pe}\p{Pf}"'*_]*(?=\s|$)|[。！？｡]+[\p{Pe}\p{Pf}]*/gu;
const ENDS = /(?:[.!?…؟।。！？｡])[\p{Pe}\p{Pf}"'*_]*$/u;

/** Marks inside become single ones, so that where the words end is never in doubt. */
const nested = (text: string): string => text.replace(/[“„‟]/g, '‘').replace(/”/g, '’').replace(/"/g, "'");

/** Somebody's words as they stand: whole sentences up to `cap` characters; one that is longer ends in "…". */
export function excerpt(words: string, cap: number): string {
  const line = nested(onOneLine(words.slice(0, cap * 4).toWellFormed()).replace(/\s+/g, ' '));
  if (line.length <= cap) return line;
  const ends = [...line.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  const end = ends.findLast((at) => at <= cap);
  return end === undefined ? `${shorten(line, line.length, cap - 1).text}…` : line.slice(0, end);
}

/** As a sentence or the end of one. */
export const quoted = (text: string): string => `“${text}”${ENDS.test(text) ? '' : '.'}`;

/** Inside a sentence. */
export const titled = (text: string, cap = 80): string => `“${excerpt(text, cap)}”`;
