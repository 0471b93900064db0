// Everything that some reader takes for the end of a line, and what moves a cursor.
// biome-ignore lint/suspicious/noControlCharactersInRegex: stored text may hold any of them.
const BREAKS = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;
const BLANKS = /[\s\p{Cc}\u2028\u2029]+/gu;
/** Only where it would be markup: ids and rolls stay readable. */
const MARKUP = /[\\`*<>|]|\](?=[([:])|#$|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Stored text within a line of ours: on one line, and nothing in it is taken for markup. */
export const inline = (text: string): string => text.replace(BLANKS, ' ').trim().replace(MARKUP, '\\$&');

/** Stored text as it stands: no line of it starts where ours start. */
export const quoted = (text: string | null): readonly string[] =>
  text === null || text.trim() === '' ? [] : ['', ...text.split(BREAKS).map((line) => `> ${line}`.trimEnd())];

/** The same with a word before it that says what it is. */
export const quotedAs = (what: string, text: string | null): readonly string[] => {
  const lines = quoted(text);
  return lines.length === 0 ? [] : ['', `${what}:`, ...lines];
};

/** `- what: text`, or nothing. */
export const item = (what: string, text: string | number | null): readonly string[] =>
  text === null || text === '' ? [] : [`- ${what}: ${inline(String(text))}`];

/** A heading with what stands under it; nothing where that is nothing. */
export const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, ...lines];
