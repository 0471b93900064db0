import { HOUR_MS, type Instant, laterOf, MINUTE_MS, msOf, plusMs } from './instant.ts';

/** Something that was stored: when its writer's clock says, and in which place of the order of writing. */
export interface Written {
  readonly at: Instant;
  /** Higher for what was written later; clocks have no part in it. */
  readonly position: number;
  /** Only within a group does the order of writing say something about time: a project may come whole from elsewhere. */
  readonly group?: string;
}

/** Two processes that write at once may differ by that much without any clock being wrong. */
const SLACK_MS = 10 * MINUTE_MS;

interface Placed<Item> extends Written {
  readonly item: Item;
  /** `at`, or where that lies after what was written later: the time of that. */
  readonly by: Instant;
}

function placed<Item>(items: readonly Item[], writtenOf: (item: Item) => Written): Placed<Item>[] {
  const all = items.map((item) => ({ item, ...writtenOf(item) })).sort((a, b) => b.position - a.position);
  const earliest = new Map<string | undefined, Instant>();
  return all.map((one) => {
    const later = earliest.get(one.group) ?? one.at;
    const by = msOf(one.at) - msOf(later) > SLACK_MS ? later : one.at;
    if (by <= later) earliest.set(one.group, by);
    return { ...one, by };
  });
}

const isMoved = ({ at, by }: Placed<unknown>) => at !== by;

/** By time; by the order of writing where the two contradict each other. Within one moment in the order of writing. */
export function oldestFirst<Item>(
  items: readonly Item[],
  writtenOf: (item: Item) => Written,
): readonly Item[] {
  return placed(items, writtenOf)
    .sort((a, b) => {
      if (a.by !== b.by) return a.by < b.by ? -1 : 1;
      return Number(isMoved(b)) - Number(isMoved(a)) || a.position - b.position;
    })
    .map(({ item }) => item);
}

/** The same, newest first; what has one and the same time still stands in the order of writing. */
export function newestFirst<Item>(
  items: readonly Item[],
  writtenOf: (item: Item) => Written,
): readonly Item[] {
  return placed(items, writtenOf)
    .sort((a, b) => {
      if (a.by !== b.by) return a.by < b.by ? 1 : -1;
      if (isMoved(a) !== isMoved(b)) return isMoved(a) ? 1 : -1;
      return isMoved(a) ? b.position - a.position : a.position - b.position;
    })
    .map(({ item }) => item);
}

/** A clock that is set back by more was ahead before: what it wrote then is not believed. */
export const MAX_SET_BACK_MS = 26 * HOUR_MS;

/** The last moment that a clock may have written by now. */
export const latestBelieved = (now: Instant): Instant => plusMs(now, MAX_SET_BACK_MS);

export const isAhead = (at: Instant, now: Instant): boolean => msOf(at) - msOf(now) > MAX_SET_BACK_MS;

/** The later of what was known and what the clock says now; what was known is dropped where a clock was ahead. */
export const laterBelieved = (known: Instant, now: Instant): Instant =>
  isAhead(known, now) ? now : laterOf(known, now);
