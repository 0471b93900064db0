import { quoteBlock } from '../quote-text.ts';

// Everything that some reader, terminal or Markdown renderer takes for the end of a line.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators U+001C to U+001E end lines in some readers
const LINE_BREAK = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/g;

/** Stored text as a quoted list item: no line of it ever starts where our own lines start. */
export const quote = (text: string): string => `- ${quoteBlock(text, '  ').trimStart()}`;

export const firstLineOf = (text: string): string => {
  const at = text.search(LINE_BREAK);
  return at === -1 ? text : text.slice(0, at);
};
