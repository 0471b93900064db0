import { shorten } from '../orientation/shorten.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals colour their output with escape sequences
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no store can hold NUL, no reader wants the others
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

const MARK_CHARS = 30;
/** Less is not worth a mark. */
const MIN_OMITTED = 80;

/** Text as a terminal shows it: without colors, control characters and lone surrogates. */
export const plain = (text: string): string =>
  text.replace(ANSI, '').replace(/\r\n?/g, '\n').replace(CONTROL, '').toWellFormed();

/** At most `max` characters, cut at a word and marked. Line breaks are kept. */
export function clip(text: string, max: number): string {
  const whole = text.trim();
  if (whole.length <= max) return whole;
  return `${shorten(whole, whole.length, max - 1).text.trimEnd()}…`;
}

/** The same on one line. */
export const clipLine = (text: string, max: number): string =>
  clip(plain(text.slice(0, max * 8)).replace(/\s+/g, ' '), max);

/** Lines without spaces at their ends. A pattern for that takes quadratic time on long runs of spaces. */
export const withoutTrailingSpaces = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

/** A text without the marks of bold words; code may have the same signs. */
export const withoutBold = (text: string): string =>
  text.replace(/`[^`]*`|\*\*/g, (found) => (found === '**' ? '' : found));

/** Quotation marks in the text that look as if they closed the ones around it. */
const CLOSES_QUOTE = /["“”„‟″＂〝〞]/g;

/** Quoted text on one line. Nothing in it ends the quotation, so none of it reads as ours. */
export const quoted = (text: string, max: number): string =>
  `"${clipLine(text, max).replace(CLOSES_QUOTE, "'")}"`;

/** Marks of this file, and of the reader of transcripts. */
const OMITTED = /\[(?:… (\d+) characters …|(\d+) bytes left out)\]/g;

/** The length of a text before parts of it were left out. */
const lengthBefore = (text: string): number =>
  [...text.matchAll(OMITTED)].reduce(
    (sum, [mark, count, bytes]) => sum + Number(count ?? bytes) - mark.length,
    text.length,
  );

/** The beginning and the end of a text, and between them a mark with the length of what is left out. */
export function keepBothEnds(text: string, max: number, openingShare = 0.6, between = ' '): string {
  const whole = text.trim();
  if (whole.length <= max + MIN_OMITTED) return whole;
  const opening = clip(whole, Math.floor(max * openingShare))
    .replace(/…$/, '')
    .trimEnd();
  const endingRoom = openingShare === 1 ? 0 : Math.max(0, max - opening.length - MARK_CHARS);
  const rest = whole.slice(whole.length - endingRoom);
  const ending = rest
    .slice(Math.max(0, rest.search(/\s/)))
    .trim()
    .toWellFormed();
  const omitted = lengthBefore(whole.slice(opening.length, whole.length - ending.length));
  return `${opening}${between}[… ${omitted} characters …]${between}${ending}`.trimEnd();
}

/** Whether a place in a line is between backticks. */
export const isInCode = (line: string, at: number): boolean => line.slice(0, at).split('`').length % 2 === 0;
