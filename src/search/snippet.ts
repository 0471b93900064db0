const LENGTH = 240;

/** The part of a text around the first word that was found; the beginning where none was. */
export function snippet(text: string, matched: readonly string[]): string {
  if (text.length <= LENGTH) return text;
  const lower = text.toLowerCase();
  const places = matched.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const found = places.length === 0 ? 0 : Math.min(...places);
  const from = Math.max(0, Math.min(found - LENGTH / 3, text.length - LENGTH));
  const start = from === 0 ? 0 : Math.max(0, text.indexOf(' ', from) + 1);
  const part = text.slice(start, start + LENGTH).toWellFormed();
  return `${start > 0 ? '…' : ''}${part}${start + LENGTH < text.length ? '…' : ''}`;
}
