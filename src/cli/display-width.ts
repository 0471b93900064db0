import { lazy } from '../lib/lazy.ts';

/** East Asian wide and fullwidth, as Unicode's EastAsianWidth.txt has them, in ranges. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

const PLAIN = /^[\u0020-\u007e]*$/;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u{1f1e6}-\u{1f1ff}]{2}|\u20e3/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

/** In UTF-16 units; families with skin tones are about this long. */
const LONGEST_CHARACTER = 24;

const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Columns of one character as a person sees it. */
function columnsOf(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  if (EMOJI.test(grapheme)) return 2;
  const point = grapheme.codePointAt(0) ?? 0;
  return WIDE.some(([from, to]) => point >= from && point <= to) ? 2 : 1;
}

/** How many columns a terminal gives a text. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter().segment(text)) width += columnsOf(segment);
  return width;
}

/** The text, or as much of its beginning as fits with a mark. */
export function cutToWidth(text: string, width: number): string {
  if (text.length <= width && PLAIN.test(text)) return text;
  const part = text.slice(0, Math.min(text.length, width * LONGEST_CHARACTER));
  if (part === text && displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter().segment(part)) {
    const columns = columnsOf(segment);
    if (used + columns > width - 1) break;
    kept += segment;
    used += columns;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));
