import type { ChangeFact, FactList, OrientationFacts } from './facts.ts';
import { oneLineEntry, recordEntry } from './record-entry.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import type { Entry, Frame, Section } from './section.ts';
import { countOf, formatCount, timeSince } from './wording.ts';

/** What stands under its own heading already is not said twice. */
export function withoutOwn(facts: OrientationFacts): OrientationFacts {
  const own = new Set(facts.delta?.own.items.map(({ id }) => id));
  if (own.size === 0) return facts;
  const rest = ({ items, total }: FactList): FactList => {
    const kept = items.filter(({ id }) => !own.has(id));
    return { items: kept, total: total - (items.length - kept.length) };
  };
  const lists = RECORD_KINDS.map(({ list }) => [list, rest(facts[list])] as const);
  return { ...facts, ...Object.fromEntries(lists) };
}

/** What the session wrote itself: after a compaction this is what it no longer remembers. */
export function ownSection({ delta, now }: OrientationFacts, frame: Frame): Section {
  const total = delta?.own.total ?? 0;
  const entries = (delta?.own.items ?? []).map((item) =>
    recordEntry(item, { now, frame, place: [item.type] }),
  );
  return {
    name: 'own',
    heading: `## Yours, from this session (${formatCount(total)})`,
    why: 'written by this very session',
    entries,
    total,
    leadCount: 1,
    floor: `${formatCount(total)} of yours${frame.isTerse ? '' : ' (list_memories session_id)'}`,
    more: (count) => `- ${formatCount(count)} more of yours: list_memories session_id`,
  };
}

const SAID: Record<ChangeFact['what'], string> = {
  new: 'new',
  resolved: 'now resolved',
  superseded: 'now superseded',
  retracted: 'now retracted',
  changed: 'changed',
};

/** What others did since the session was last told. */
export function changedSection({ delta, now }: OrientationFacts, frame: Frame): Section {
  const changed = delta?.changed ?? [];
  const entries = changed.map(({ what, item }): Entry => {
    const place = [`${SAID[what]} ${item.type}`];
    return { ...oneLineEntry(item, { now, frame, place }), why: `${SAID[what]} since the last report` };
  });
  const since = delta === null ? '' : ` ${timeSince(delta.since, now)} ago`;
  return {
    name: 'changed',
    heading: `## Changed by others since you were told${since} (${formatCount(entries.length)})`,
    why: 'changed since the last report to this session',
    entries,
    total: entries.length,
    leadCount: 3,
    floor: countOf(entries.length, 'change'),
    more: (count) => `- ${countOf(count, 'more change', 'more changes')}: list_memories status=all`,
  };
}
