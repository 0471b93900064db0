// Everything that some reader takes for the end of a line, and what moves a cursor.
// biome-ignore lint/suspicious/noControlCharactersInRegex: stored text may hold any of them.
const BREAKS = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;
/** What a terminal obeys, or what turns the rest of a line around, and nobody would see. */
const UNSEEN = /(?!\t)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Only where it would be markup: ids and rolls stay readable. */
const MARKUP = /[\\`*<>|]|\](?=[([:])|#$|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Such as `[U+001B]` for an escape. */
const visible = (one: string): string =>
  `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`;

const linesOf = (text: string): readonly string[] =>
  text.split(BREAKS).map((line) => line.replace(UNSEEN, visible));

/** Stored text within a line of ours: on one line, and nothing in it is taken for markup. */
export const inline = (text: string): string =>
  linesOf(text).join(' ').replace(/\s+/g, ' ').trim().replace(MARKUP, '\\$&');

/** Stored text as it stands: no line of it starts where ours start. */
export const quoted = (text: string | null): readonly string[] =>
  text === null || text.trim() === '' ? [] : ['', ...linesOf(text).map((line) => `> ${line}`.trimEnd())];

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
