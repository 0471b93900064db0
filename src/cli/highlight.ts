const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The words that were found, set apart in a text. */
export function highlight(text: string, matched: readonly string[], mark: (word: string) => string): string {
  const wanted = new Set(matched);
  if (wanted.size === 0) return text;
  return text.replaceAll(WORD, (word) => (wanted.has(word) ? mark(word) : word));
}
