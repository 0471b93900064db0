import stringWidth from 'string-width';
import { escapeInline, escapeUnusual, quoteBlock, quoteUnlessPlain } from '../domain/quote-text.ts';
import { lazy } from '../lib/lazy.ts';

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly mark: Paint;
  readonly good: Paint;
  readonly bad: Paint;
}

const code =
  (on: number, off: number): Paint =>
  (text) =>
    text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;

const asItIs: Paint = (text) => text;

export const PLAIN_STYLE: Style = { bold: asItIs, dim: asItIs, mark: asItIs, good: asItIs, bad: asItIs };

const COLORED: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  mark: code(33, 39),
  good: code(32, 39),
  bad: code(31, 39),
};

export const createStyle = (hasColor: boolean): Style => (hasColor ? COLORED : PLAIN_STYLE);

/** Text that takes one column per character. For it `string-width` is not loaded, because its tables load slowly. */
export const NARROW =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u22ff]*$/;

/** In UTF-16 units; an emoji of a family with skin tones is about this long. */
const MAX_CHARACTER_LENGTH = 24;

const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

export const textWidth = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));

function prefixWithin(text: string, width: number): string {
  if (NARROW.test(text)) return text.slice(0, width);
  let used = 0;
  for (const { segment, index } of segmenter().segment(text)) {
    used += textWidth(segment);
    if (used > width) return text.slice(0, index);
  }
  return text;
}

export function truncateToWidth(text: string, width: number): string {
  if (width < 1) return '';
  const part = text.slice(0, width * MAX_CHARACTER_LENGTH);
  if (part === text && textWidth(text) <= width) return text;
  return `${prefixWithin(part, width - 1).trimEnd()}…`;
}

/** For paths, whose end says more than their start. */
export function truncateStartToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const characters = [...segmenter().segment(text)].map(({ segment }) => segment);
  let used = 1;
  let at = characters.length;
  for (; at > 0; at -= 1) {
    used += textWidth(characters[at - 1] ?? '');
    if (used > width) break;
  }
  return `…${characters.slice(at).join('')}`;
}

export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - textWidth(text)));

/** What is longer than a line has a line of its own. */
function wrapWords(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Breaks at spaces only. */
export const wrapText = (text: string, width: number): string[] => wrapWords(text.split(' '), width);

/** The words of a sentence of ours. A quotation is one of them, because stored text must not start a line. */
function wordsAndQuotations(text: string): readonly string[] {
  const found: string[] = [];
  let isOpen = false;
  for (const word of text.split(' ')) {
    const last = found.pop();
    found.push(...(last === undefined ? [word] : isOpen ? [`${last} ${word}`] : [last, word]));
    if (word.split('"').length % 2 === 0) isOpen = !isOpen;
  }
  return found;
}

const QUOTED_START = /^(\s*(?:- )?)> ( *)/;
const LIST_START = /^ *- (?=\S)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a sentence may start and end with one of our own colors
const SENTENCE = /^ *(?:→ )?(?=(?:\u001b\[\d+m)?(?:["\p{Lu}\p{N}]|[a-z]{3}_).*[.:?!")](?:\u001b\[\d+m)?$)/u;

/** Paths and names of files may contain anything, so they must not start a line either. */
const HAS_PATH = /[/\\]|\.\w+[,)]/;

/** Wraps sentences and quoted text for a terminal. Tables, diffs and what a person may copy stay on one line. */
export function wrapLine(line: string, width: number): readonly string[] {
  if (textWidth(line) <= width) return [line];
  const [start, indent = '', spaces = ''] = QUOTED_START.exec(line) ?? [];
  if (start !== undefined) {
    const next = `${indent.replace('-', ' ')}> `;
    const wrapped = wrapText(line.slice(start.length), Math.max(1, width - start.length));
    return wrapped.map((part, at) => `${at === 0 ? start : `${next}${spaces}`}${part}`.trimEnd());
  }
  const [lead] = LIST_START.exec(line) ?? SENTENCE.exec(line) ?? [];
  if (lead === undefined || HAS_PATH.test(line)) return [line];
  const wrapped = wrapWords(wordsAndQuotations(line.slice(lead.length)), Math.max(1, width - lead.length));
  return wrapped.map((part, at) => `${at === 0 ? lead : ' '.repeat(lead.length)}${part}`);
}

/** Text of unknown origin for a terminal, without controls that move the cursor or reverse the line. */
export const escapeText = (text: string): string => escapeUnusual(text.replaceAll('\r\n', '\n'));

export const oneLine = (text: string): string => escapeUnusual(text.replaceAll(/\s+/g, ' ').trim());

/** Stored text that may start a line: on one line, in quotation marks unless it is a plain word. */
export const quotedName = (text: string): string => quoteUnlessPlain(oneLine(text));

/** Stored text, each line behind "> ". */
export const quotedLines = (text: string, indent = ''): readonly string[] =>
  quoteBlock(text.replaceAll('\r\n', '\n'), indent).split('\n');

export const quotedParagraph = (text: string, width: number, indent = ''): readonly string[] =>
  wrapText(oneLine(text), Math.max(1, width - indent.length - 2)).map((line) =>
    `${indent}> ${line}`.trimEnd(),
  );

// Our own colors are the only escape sequences that may reach a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const OWN_COLOR = /(\u001b\[(?:1|2|22|3[0-9])m)/;

/** The last step before a terminal: escapes control characters that a renderer let through. */
export const escapeForTerminal = (text: string, hasColor: boolean): string =>
  hasColor
    ? text
        .split(OWN_COLOR)
        .map((part, at) => (at % 2 === 1 ? part : escapeUnusual(part)))
        .join('')
    : escapeUnusual(text);

/** A label with stored text on the same line, or on quoted lines below it if the text has several. */
export const labelled = (label: string, text: string): readonly string[] =>
  text.includes('\n') ? [`${label}:`, ...quotedLines(text, '  ')] : [`${label}: ${escapeInline(text)}`];

export function labelledParagraph(label: string, text: string, width: number): readonly string[] {
  const lines = wrapText(`${label}: ${oneLine(text)}`, width);
  return lines.length === 1 ? lines : [`${label}:`, ...quotedParagraph(text, width, '  ')];
}
