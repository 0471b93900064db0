import { escapeUnusual, quoteBlock, quoteUnlessOrdinary } from '../../../domain/quote-text.ts';

/** Escapes only what would be markup, so that ids and rolls stay readable. */
const MARKUP = /[\\`*<>|]|\](?=[([:])|#$|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Stored text as part of a generated line: on one line, without markup. */
export const inline = (text: string): string =>
  escapeUnusual(text.replace(/\s+/g, ' ').trim().replace(MARKUP, '\\$&'));

/** A stored name at the start of a generated line, after the heading or list mark. */
export const inlineName = (text: string): string =>
  quoteUnlessOrdinary(text.replace(/\s+/g, ' ').trim()).replace(MARKUP, '\\$&');

/** Stored text as a block quote, so that none of its lines looks like a generated one. */
export const quoted = (text: string | null): readonly string[] =>
  text === null || text.trim() === ''
    ? []
    : [
        '',
        ...quoteBlock(text.replaceAll('\r\n', '\n'))
          .split('\n')
          .map((line) => line.trimEnd()),
      ];

export const quotedAs = (what: string, text: string | null): readonly string[] => {
  const lines = quoted(text);
  return lines.length === 0 ? [] : ['', `${what}:`, ...lines];
};

/** `- label: text`, or nothing for an empty text. */
export const item = (what: string, text: string | number | null): readonly string[] =>
  text === null || text === '' ? [] : [`- ${what}: ${inline(String(text))}`];

export const listed = (lines: readonly string[]) => (lines.length === 0 ? [] : ['', ...lines]);

export const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, ...lines];
