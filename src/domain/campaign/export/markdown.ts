import { escapeUnusual, quoteBlock, quoteUnlessOrdinary } from '../../quote-text.ts';

/** Only where it would be markup: ids and rolls stay readable. */
const MARKUP = /[\\`*<>|]|\](?=[([:])|#$|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Stored text within a line of ours: on one line, and nothing in it is taken for markup. */
export const inline = (text: string): string =>
  escapeUnusual(text.replace(/\s+/g, ' ').trim().replace(MARKUP, '\\$&'));

/** A stored name that starts one of our lines, after its heading or list mark. */
export const inlineName = (text: string): string =>
  quoteUnlessOrdinary(text.replace(/\s+/g, ' ').trim()).replace(MARKUP, '\\$&');

/** Stored text as it stands: no line of it starts where ours start. */
export const quoted = (text: string | null): readonly string[] =>
  text === null || text.trim() === ''
    ? []
    : [
        '',
        ...quoteBlock(text.replaceAll('\r\n', '\n'))
          .split('\n')
          .map((line) => line.trimEnd()),
      ];

/** The same with a word before it that says what it is. */
export const quotedAs = (what: string, text: string | null): readonly string[] => {
  const lines = quoted(text);
  return lines.length === 0 ? [] : ['', `${what}:`, ...lines];
};

/** `- what: text`, or nothing. */
export const item = (what: string, text: string | number | null): readonly string[] =>
  text === null || text === '' ? [] : [`- ${what}: ${inline(String(text))}`];

/** Lines as a paragraph of their own; nothing where there are none. */
export const listed = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', ...lines];

/** A heading with what stands under it; nothing where that is nothing. */
export const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, ...lines];
