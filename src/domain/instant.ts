/** A moment as ISO 8601 in UTC with milliseconds, so that text order is time order. */
export type Instant = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const instantFromMs = (ms: number): Instant => new Date(ms).toISOString();
export const msOf = (instant: Instant): number => Date.parse(instant);
export const elapsedMs = (from: Instant, to: Instant): number => Math.max(0, msOf(to) - msOf(from));
export const plusMs = (instant: Instant, ms: number): Instant => instantFromMs(msOf(instant) + ms);

export const laterOf = (a: Instant, b: Instant): Instant => (a < b ? b : a);

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?![\d-])/;

/** Whether a text is an ISO 8601 date or time. Refuses days that do not exist: `Date` reads February 30 as March 2. */
export function isIsoDate(text: string): boolean {
  const [, year, month, day] = ISO_DATE.exec(text) ?? [];
  if (year === undefined || !Number.isFinite(Date.parse(text))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}
