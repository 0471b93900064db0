import { inCommandWords } from './command-words.ts';
import { oneLine } from './safe-text.ts';

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** What was taken out before storing, said once. */
export function sayRedacted(found: Readonly<Record<string, number>>): readonly string[] {
  const kinds = Object.entries(found).map(([kind, count]) => `${count} × ${kind}`);
  return kinds.length === 0 ? [] : [`Secrets were taken out before storing: ${kinds.join(', ')}.`];
}

export const sayNotices = (notices: readonly string[]): readonly string[] =>
  notices.map((notice) => oneLine(inCommandWords(notice)));

/** How to see the next page. */
export const sayMore = (remaining: number, cursor: string | null): readonly string[] =>
  cursor === null ? [] : ['', `${remaining} more: --cursor ${cursor}`];
