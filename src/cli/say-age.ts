import { DAY_MS, elapsedMs, HOUR_MS, type Instant, MINUTE_MS } from '../domain/instant.ts';

/** How long ago, in the largest unit that says something. */
export function sayAge(from: Instant, now: Instant): string {
  if (elapsedMs(now, from) > DAY_MS) return `dated ${from.slice(0, 10)}`;
  const ms = elapsedMs(from, now);
  if (ms < MINUTE_MS) return 'now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

/** To the minute, in UTC. */
export const sayMoment = (instant: Instant): string => instant.slice(0, 16).replace('T', ' ');
