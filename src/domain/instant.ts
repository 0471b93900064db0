/** A moment as ISO 8601 in UTC with milliseconds, so that text order is time order. */
export type Instant = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const instantFromMs = (ms: number): Instant => new Date(ms).toISOString();

let last = { instant: '', ms: Number.NaN };
let before = last;

/** Parsing takes long, and a report compares many times with one and the same moment: the last two are remembered. */
export function msOf(instant: Instant): number {
  if (last.instant === instant) return last.ms;
  const found = before.instant === instant ? before : { instant, ms: Date.parse(instant) };
  before = last;
  last = found;
  return found.ms;
}

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

export interface WriteStamp {
  readonly at: Instant;
  /** Higher for items that were written later, independent of clocks. */
  readonly position: number;
  /** Positions are only comparable with times within a group: a project may have been imported whole. */
  readonly group?: string;
}

/** Concurrent processes may differ by this much without a wrong clock. */
const SLACK_MS = 10 * MINUTE_MS;

interface Placed<Item> extends WriteStamp {
  readonly item: Item;
  /** `at`, or where that lies after what was written later: the time of that. */
  by: Instant;
}

function placed<Item>(items: readonly Item[], writtenOf: (item: Item) => WriteStamp): Placed<Item>[] {
  const all = items.map((item): Placed<Item> => {
    const { at, position, group } = writtenOf(item);
    return group === undefined ? { item, at, position, by: at } : { item, at, position, group, by: at };
  });
  all.sort((a, b) => b.position - a.position);
  const earliest = new Map<string | undefined, Instant>();
  for (const one of all) {
    const later = earliest.get(one.group) ?? one.at;
    // Texts are compared first: nearly always that is enough, and parsing a time takes much longer.
    if (one.at > later && msOf(one.at) - msOf(later) > SLACK_MS) one.by = later;
    if (one.by <= later) earliest.set(one.group, one.by);
  }
  return all;
}

const isMoved = ({ at, by }: Placed<unknown>) => at !== by;

/** By time, or by the order of writing where the two contradict each other. */
export function oldestFirst<Item>(items: readonly Item[], writtenOf: (item: Item) => WriteStamp) {
  return placed(items, writtenOf)
    .sort((a, b) => {
      if (a.by !== b.by) return a.by < b.by ? -1 : 1;
      return Number(isMoved(b)) - Number(isMoved(a)) || a.position - b.position;
    })
    .map(({ item }) => item);
}

export function newestFirst<Item>(items: readonly Item[], writtenOf: (item: Item) => WriteStamp) {
  return placed(items, writtenOf)
    .sort((a, b) => {
      if (a.by !== b.by) return a.by < b.by ? 1 : -1;
      if (isMoved(a) !== isMoved(b)) return isMoved(a) ? 1 : -1;
      return isMoved(a) ? b.position - a.position : a.position - b.position;
    })
    .map(({ item }) => item);
}

/** A clock that is set back by more than this was wrong before, so its times are ignored. */
const MAX_SET_BACK_MS = 26 * HOUR_MS;

/** The latest time that a plausible clock can have written. */
export const latestPlausible = (now: Instant): Instant => plusMs(now, MAX_SET_BACK_MS);

export const isClockAhead = (at: Instant, now: Instant) => at > now && msOf(at) - msOf(now) > MAX_SET_BACK_MS;

/** The later of the known time and the clock's; the known time is ignored if it is implausible. */
export const laterPlausible = (known: Instant, now: Instant): Instant =>
  isClockAhead(known, now) ? now : laterOf(known, now);
