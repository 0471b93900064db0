import stringWidth from 'string-width';
import { lazy } from '../lib/lazy.ts';

/**
 * Latin, Greek and Cyrillic letters, punctuation, arrows and mathematical signs: each is a character of its own and
 * takes one column. Text of these alone avoids `string-width`, whose tables take longer to load than the program.
 */
export const NARROW =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u22ff]*$/;

/** In UTF-16 units; families with skin tones are about this long. */
const MAX_CHARACTER_LENGTH = 24;

const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** How many columns a terminal uses for a text. */
export const textWidth = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));

function startWithin(text: string, width: number): string {
  if (NARROW.test(text)) return text.slice(0, width);
  let used = 0;
  for (const { segment, index } of segmenter().segment(text)) {
    used += textWidth(segment);
    if (used > width) return text.slice(0, index);
  }
  return text;
}

/** The text, or as much of its beginning as fits in `width` columns together with a mark. */
export function cutToWidth(text: string, width: number): string {
  if (width < 1) return '';
  const part = text.slice(0, width * MAX_CHARACTER_LENGTH);
  if (part === text && textWidth(text) <= width) return text;
  return `${startWithin(part, width - 1).trimEnd()}…`;
}

export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - textWidth(text)));
