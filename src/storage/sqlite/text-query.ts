/** Every word quoted, so that nothing people type is query syntax; undefined when there is no word in it. */
export function textQuery(query: string): string | undefined {
  const words = query.match(/[\p{L}\p{N}_]+/gu);
  return words === null ? undefined : words.map((word) => `"${word}"`).join(' OR ');
}
