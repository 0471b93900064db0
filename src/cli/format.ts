import { DAY_MS, elapsedMs, HOUR_MS, type Instant, MINUTE_MS } from '../domain/instant.ts';
import { type Notice, renderNotice } from '../domain/next-step.ts';
import { countOf } from '../domain/orientation/wording.ts';
import { commandWording } from './command-wording.ts';
import { oneLine } from './terminal-text.ts';

export function formatAge(from: Instant, now: Instant): string {
  if (elapsedMs(now, from) > DAY_MS) return `dated ${from.slice(0, 10)}`;
  const ms = elapsedMs(from, now);
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

/** When something happened, within a sentence. */
export function formatAgo(at: Instant, now: Instant): string {
  const age = formatAge(at, now);
  return /^(?:just now|dated)/.test(age) ? age : `${age} ago`;
}

/** Whole minutes, because seconds of a session interest nobody. */
export const formatMinutes = (minutes: number): string => `${Math.round(minutes)}`;

export const formatMinute = (instant: Instant): string => instant.slice(0, 16).replace('T', ' ');

export function renderRedacted(found: Readonly<Record<string, number>>): readonly string[] {
  const kinds = Object.entries(found).map(([kind, count]) => `${count} × ${kind}`);
  return kinds.length === 0 ? [] : [`Secrets were removed before storing: ${kinds.join(', ')}.`];
}

/** Unescaped, for `--json`. */
export const renderNotices = (notices: readonly Notice[]): readonly string[] =>
  notices.map((notice) => renderNotice(commandWording, notice));

export const renderNoticeLines = (notices: readonly Notice[]) => renderNotices(notices).map(oneLine);

export const renderNextPage = (remaining: number, cursor: string | null): readonly string[] =>
  cursor === null ? [] : ['', `${remaining} more: --cursor ${cursor}`];

export interface PastConversations {
  readonly name: string;
  readonly title: string;
  readonly count: number;
}

/** Only an offer: a person starts the import. */
export const importOffer = ({ name, title, count }: PastConversations, program: string, flags = ''): string =>
  `This machine has ${countOf(count, 'past conversation')} of ${title}. To import ${count === 1 ? 'it' : 'them'}: ${program} import ${name}${flags}`;
