import { type Instant, isClockAhead } from '../instant.ts';
import type { FactItem, FactList } from './facts.ts';

/** What gaps and wording need to know of all items of a list. */
interface ListSummary {
  /** The latest time of an item; empty if there is none. */
  readonly latestAt: Instant;
  /** Items that are dated later than one that the list has before them: if the newest are first, a clock was ahead. */
  readonly outOfOrder: readonly FactItem[];
  readonly damagedIds: readonly string[];
  readonly hasSubjects: boolean;
  /** The number of items of each author; null counts those without one. */
  readonly authors: ReadonlyMap<string | null, number>;
}

function summarize({ items }: FactList): ListSummary {
  const outOfOrder: FactItem[] = [];
  const damagedIds: string[] = [];
  const authors = new Map<string | null, number>();
  let latestAt: Instant = '';
  let earliest: Instant | undefined;
  let hasSubjects = false;
  for (const item of items) {
    const { createdAt, author } = item;
    if (createdAt > latestAt) latestAt = createdAt;
    if (earliest !== undefined && isClockAhead(createdAt, earliest)) outOfOrder.push(item);
    // A derived record has the time of its session, which may be long before it was written.
    if ((earliest === undefined || createdAt < earliest) && item.source !== 'derived') earliest = createdAt;
    if (item.isDamaged || item.isSubjectDamaged) damagedIds.push(item.id);
    if (item.subject !== null) hasSubjects = true;
    authors.set(author, (authors.get(author) ?? 0) + 1);
  }
  return { latestAt, outOfOrder, damagedIds, hasSubjects, authors };
}

/** By list: the store gives the same list again while none of its records changes. */
const summaries = new WeakMap<FactList, ListSummary>();

/** Goes through the items once for all who ask, since a report may have thousands. */
export function summarizeList(list: FactList): ListSummary {
  const known = summaries.get(list);
  if (known !== undefined) return known;
  const summary = summarize(list);
  summaries.set(list, summary);
  return summary;
}
