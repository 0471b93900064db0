import type { Instant } from '../instant.ts';
import { type OrientationFacts, SESSION_STARTS } from './facts.ts';
import { foldLoops, type Loop } from './fold-loops.ts';
import { recordEntry } from './record-entry.ts';
import type { Entry, Frame } from './section.ts';
import { ageOf, countOf, daysBetween, formatCount, whenOf } from './wording.ts';

const MANY = 10;
/** Once is what handing over means. */
const LEAST_CARRIED = 2;
const AGES: readonly (readonly [days: number, words: string])[] = [
  [30, 'over 30 days'],
  [7, 'over a week'],
  [-1, 'newer'],
];

/** How many sessions have begun since, without closing it. */
function carriedOver(createdAt: Instant, { sessionStarts }: OrientationFacts): string {
  const count = sessionStarts.filter((startedAt) => startedAt > createdAt).length;
  if (count < LEAST_CARRIED) return '';
  return `carried over ${countOf(count, 'session')}${count >= SESSION_STARTS ? ' or more' : ''}`;
}

/** The first others who opened it too. */
function originsOf({ twins: [first, ...others] }: Loop): string {
  if (first === undefined) return '';
  return `also said as ${first.id}${others.length === 0 ? '' : ` and ${formatCount(others.length)} more`}`;
}

export function loopEntries(facts: OrientationFacts, frame: Frame): { entries: Entry[]; total: number } {
  const { loops, total } = foldLoops(facts.openLoops);
  const entries = loops.map((loop, index) => {
    const origins = frame.isTerse ? '' : originsOf(loop);
    const place = [carriedOver(loop.item.createdAt, facts), origins].filter((part) => part !== '');
    const isLast = index === loops.length - 1;
    const why =
      index === 0 ? 'the oldest open loop' : isLast ? 'the newest open loop' : 'open loops go oldest first';
    const { createdAt } = loop.item;
    const isOld = daysBetween(createdAt, facts.now) > 0;
    const when = isOld ? `${ageOf(createdAt, facts.now)}, since ${whenOf(createdAt, facts.now)}` : undefined;
    const context = { now: facts.now, frame, place, isDated: true, ...(when === undefined ? {} : { when }) };
    return { ...recordEntry(loop.item, context), why };
  });
  return { entries, total };
}

/** Long lists are told by age, so that what does not fit is not out of sight. */
export function loopsNote({ openLoops, now }: OrientationFacts): string {
  const { loops, total } = foldLoops(openLoops);
  const [oldest] = loops;
  if (oldest === undefined) return '';
  if (total <= MANY || total > loops.length) return `, oldest ${ageOf(oldest.item.createdAt, now)}`;
  const ages = loops.map(({ item }) => daysBetween(item.createdAt, now));
  let below = Number.POSITIVE_INFINITY;
  const groups = AGES.flatMap(([days, words]) => {
    const count = ages.filter((age) => age > days && age <= below).length;
    below = days;
    return count === 0 ? [] : [`${formatCount(count)} ${words}`];
  });
  return `: ${groups.join(', ')}`;
}
