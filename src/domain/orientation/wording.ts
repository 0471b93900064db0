import { DAY_MS, elapsedMs, HOUR_MS, type Instant, MINUTE_MS, plusMs } from '../instant.ts';
import { isPlainWord, onOneLine } from '../quote-text.ts';

export { onOneLine } from '../quote-text.ts';

/** 1204 → "1,204", whatever the machine's locale. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const dateOf = (instant: Instant): string => instant.slice(0, 10);

export const daysBetween = (from: Instant, to: Instant): number => Math.floor(elapsedMs(from, to) / DAY_MS);

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const YEAR_TOLD_AFTER_DAYS = 300;

export const weekdayOf = (instant: Instant): string => WEEKDAYS[new Date(instant).getUTCDay()] ?? '';

/** Dated on a later day than today: a clock was ahead, or somebody chose the date. */
export const isFuture = (at: Instant, now: Instant): boolean => dateOf(at) > dateOf(now);

/** A date that "on Monday" and "since Thursday" in a text can be held against; the hour while it still matters. */
export function whenOf(at: Instant, now: Instant): string {
  const date = new Date(at);
  const time = `${at.slice(11, 16)} UTC`;
  if (dateOf(at) === dateOf(now)) return `today ${time}`;
  if (dateOf(at) === dateOf(plusMs(now, -DAY_MS))) return `yesterday ${time}`;
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  // Without its year, a date to come reads as one that has passed.
  return isFuture(at, now) || daysBetween(at, now) > YEAR_TOLD_AFTER_DAYS
    ? `${day} ${date.getUTCFullYear()}`
    : `${weekdayOf(at)} ${day}`;
}

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

/** The same, in quotes unless it is one plain word: a sentence somebody chose as a name must not read as ours. */
export function quotedName(text: string, max: number): string {
  const name = nameOf(text, max);
  return name === '' || isPlainWord(name) ? name : `"${name}"`;
}

/** A name somebody chose (author, title, branch), unable to end the line, the quotes or the brackets it stands in. */
export function nameOf(text: string, max: number): string {
  const plain = onOneLine(text.slice(0, max * 4))
    .replace(/["`]/g, "'")
    .replace(/\[/g, '(')
    .replace(/\]/g, ')');
  const points = [...plain];
  return points.length <= max ? plain : `${points.slice(0, max - 1).join('')}…`;
}
