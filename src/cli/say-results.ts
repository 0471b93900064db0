import type { Notice } from '../domain/next-step.ts';
import { renderNotice } from '../domain/surface-wording.ts';
import { commandWording } from './command-wording.ts';
import { oneLine } from './safe-text.ts';

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** What was taken out before storing, said once. */
export function sayRedacted(found: Readonly<Record<string, number>>): readonly string[] {
  const kinds = Object.entries(found).map(([kind, count]) => `${count} × ${kind}`);
  return kinds.length === 0 ? [] : [`Secrets were taken out before storing: ${kinds.join(', ')}.`];
}

/** For `--json`; on a line of its own a notice is escaped as well. */
export const renderNotices = (notices: readonly Notice[]): readonly string[] =>
  notices.map((notice) => renderNotice(commandWording, notice));

export const sayNotices = (notices: readonly Notice[]): readonly string[] =>
  renderNotices(notices).map(oneLine);

/** How to see the next page. */
export const sayMore = (remaining: number, cursor: string | null): readonly string[] =>
  cursor === null ? [] : ['', `${remaining} more: --cursor ${cursor}`];
