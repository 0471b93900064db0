import { escapeInline, escapeUnusual, quoteBlock, quoteUnlessPlain } from '../domain/quote-text.ts';
import { wrapText } from './wrap-text.ts';

/** Text of unknown origin for a terminal: nothing in it moves the cursor or turns the line around. */
export const safeText = (text: string): string => escapeUnusual(text.replaceAll('\r\n', '\n'));

/** The same, on one line. */
export const oneLine = (text: string): string => escapeUnusual(text.replaceAll(/\s+/g, ' ').trim());

/** Stored text where it may start a line: on one line, and in quotation marks unless it is a plain word. */
export const quotedName = (text: string): string => quoteUnlessPlain(oneLine(text));

/** Stored text as it is, each line behind "> ". */
export const quotedLines = (text: string, indent = ''): readonly string[] =>
  quoteBlock(text.replaceAll('\r\n', '\n'), indent).split('\n');

/** Stored text as one paragraph, wrapped, each line behind "> ". */
export const quotedParagraph = (text: string, width: number, indent = ''): readonly string[] =>
  wrapText(oneLine(text), Math.max(1, width - indent.length - 2)).map((line) =>
    `${indent}> ${line}`.trimEnd(),
  );

// Our own colors are the only escape sequences that may reach a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const OWN_COLOR = /(\u001b\[(?:1|2|22|3[0-9])m)/;

/** The last step before a terminal: whatever a renderer let through is made visible. */
export const printable = (text: string, hasColor: boolean): string =>
  hasColor
    ? text
        .split(OWN_COLOR)
        .map((part, at) => (at % 2 === 1 ? part : escapeUnusual(part)))
        .join('')
    : escapeUnusual(text);

/** A label with stored text on the same line, or on quoted lines below where it has several. */
export const labelled = (label: string, text: string): readonly string[] =>
  text.includes('\n') ? [`${label}:`, ...quotedLines(text, '  ')] : [`${label}: ${escapeInline(text)}`];

/** The same for one paragraph: below the label where one line does not hold it. */
export function labelledParagraph(label: string, text: string, width: number): readonly string[] {
  const lines = wrapText(`${label}: ${oneLine(text)}`, width);
  return lines.length === 1 ? lines : [`${label}:`, ...quotedParagraph(text, width, '  ')];
}
