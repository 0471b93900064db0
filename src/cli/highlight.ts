const WORD = /[\p{L}\p{N}_]+/gu;

/** Without its ending a word meets its inflections, much as the search does. */
const stem = (word: string) => word.toLowerCase().replace(/(?:ing|ed|es|s)$/u, '');

/** The words of a query set apart in a text, inflected or not. */
export function highlight(text: string, query: string, mark: (word: string) => string): string {
  const wanted = new Set((query.match(WORD) ?? []).map(stem));
  if (wanted.size === 0) return text;
  return text.replaceAll(WORD, (word) => (wanted.has(stem(word)) ? mark(word) : word));
}
