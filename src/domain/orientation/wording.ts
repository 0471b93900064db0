import { DAY_MS, elapsedMs, HOUR_MS, type Instant, MINUTE_MS, msOf } from '../instant.ts';
import { isPlainWord, onOneLine, quoteBlock } from '../quote-text.ts';

export { onOneLine } from '../quote-text.ts';

/** 1204 → "1,204", independent of the locale. */
export const formatCount = (count: number): string =>
  count >= 0 && count < 1_000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const dateOf = (instant: Instant): string => instant.slice(0, 10);

export const daysBetween = (from: Instant, to: Instant): number => Math.floor(elapsedMs(from, to) / DAY_MS);

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const YEAR_TOLD_AFTER_DAYS = 300;

export const weekdayOf = (instant: Instant): string => WEEKDAYS[new Date(instant).getUTCDay()] ?? '';

/** Dated on a later day than today, by a wrong clock or on purpose. */
export const isFuture = (at: Instant, now: Instant): boolean => dateOf(at) > dateOf(now);

/** A date that "on Monday" and "since Thursday" in a text can be held against; the hour while it still matters. */
export function whenOf(at: Instant, now: Instant): string {
  if (dateOf(at) === dateOf(now)) return `today ${timeOf(at)}`;
  if (isDayBefore(at, now)) return `yesterday ${timeOf(at)}`;
  const date = new Date(at);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  // Without its year, a date to come reads as one that has passed.
  return isFuture(at, now) || daysBetween(at, now) > YEAR_TOLD_AFTER_DAYS
    ? `${day} ${date.getUTCFullYear()}`
    : `${WEEKDAYS[date.getUTCDay()] ?? ''} ${day}`;
}

const timeOf = (at: Instant): string => `${at.slice(11, 16)} UTC`;

const isDayBefore = (at: Instant, now: Instant): boolean => msOf(dateOf(now)) - msOf(dateOf(at)) === DAY_MS;

export function ageOf(from: Instant, now: Instant): string {
  if (isFuture(from, now)) return `dated ${dateOf(from)}`;
  const days = daysBetween(`${dateOf(from)}T00:00:00.000Z`, `${dateOf(now)}T00:00:00.000Z`);
  return days === 0 ? 'today' : countOf(days, 'day');
}

export function timeSince(from: Instant, now: Instant): string {
  const ms = elapsedMs(from, now);
  if (ms >= DAY_MS) return countOf(Math.floor(ms / DAY_MS), 'day');
  if (ms >= HOUR_MS) return countOf(Math.floor(ms / HOUR_MS), 'hour');
  return countOf(Math.floor(ms / MINUTE_MS), 'minute');
}

/** "4 minutes ago". */
export const agoOf = (from: Instant, now: Instant): string =>
  elapsedMs(from, now) < MINUTE_MS ? 'just now' : `${timeSince(from, now)} ago`;

/** `nameOf`, in quotes unless it is one plain word, so that a name cannot be read as part of the report. */
export function quotedName(text: string, max: number): string {
  const name = nameOf(text, max);
  return name === '' || isPlainWord(name) ? name : `"${name}"`;
}

/** A foreign name (author, title, branch), escaped so that it cannot end its line, quotes or brackets. */
export function nameOf(text: string, max: number): string {
  const plain = onOneLine(text.slice(0, max * 4))
    .replace(/["`]/g, "'")
    .replace(/\[/g, '(')
    .replace(/\]/g, ')');
  const points = [...plain];
  return points.length <= max ? plain : `${points.slice(0, max - 1).join('')}…`;
}

// Everything that some reader, terminal or Markdown renderer takes for the end of a line.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators U+001C to U+001E end lines in some readers
const LINE_BREAK = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/g;

/** Stored text as a quoted list item: no line of it ever starts where our own lines start. */
export const quote = (text: string): string => `- ${quoteBlock(text, '  ').trimStart()}`;

export const firstLineOf = (text: string): string => {
  const at = text.search(LINE_BREAK);
  return at === -1 ? text : text.slice(0, at);
};
