import { nextStep } from '../next-step.ts';
import type { RecordType } from '../record/record.ts';
import type { ChangeFact, FactList, OrientationFacts } from './facts.ts';
import { oneLineEntry, recordEntry } from './record-entry.ts';
import { recordLists } from './record-kinds.ts';
import { type Entry, type Frame, lazily, type Section } from './section.ts';
import { agoOf, countOf, formatCount } from './wording.ts';

/** Leaves out records that the session's own section shows. Records of other projects are not counted. */
export function excludeOwn(facts: OrientationFacts): OrientationFacts {
  const own = (facts.delta?.own.items ?? []).filter(({ isElsewhere }) => isElsewhere !== true);
  if (own.length === 0) return facts;
  const ids = new Set(own.map(({ id }) => id));
  const countOwn = (type: RecordType) => own.filter((item) => item.type === type).length;
  const rest = ({ items, total }: FactList, type: RecordType): FactList => ({
    items: items.filter(({ id }) => !ids.has(id)),
    total: total - countOwn(type),
  });
  const memoryCount = Math.max(0, facts.memoryCount - countOwn('memory'));
  return { ...facts, ...recordLists(({ list, type }) => rest(facts[list], type)), memoryCount };
}

/** What the session wrote itself: after a compaction this is what it no longer remembers. */
export function ownSection({ delta, now }: OrientationFacts, frame: Frame): Section {
  const total = delta?.own.total ?? 0;
  const call = lazily(() => frame.words.step(nextStep('memory.list', { session: delta?.sessionId ?? '' })));
  const entries = (delta?.own.items ?? []).map((item) =>
    recordEntry(item, () => ({ now, frame, place: [item.type] })),
  );
  return {
    name: 'own',
    heading: `## Yours, from this session (${formatCount(total)})`,
    why: 'written by this session',
    entries,
    total,
    leadCount: 1,
    floor: lazily(() => `${formatCount(total)} of yours${frame.isTerse ? '' : ` (${call()})`}`),
    more: (count) => `- ${formatCount(count)} more of yours: ${call()}`,
  };
}

const CHANGE_LABELS: Record<ChangeFact['what'], string> = {
  new: 'new',
  resolved: 'now resolved',
  superseded: 'now superseded',
  retracted: 'now retracted',
  changed: 'changed',
};

/** Changes by others since the last report to this session. */
export function changedSection({ delta, now }: OrientationFacts, frame: Frame): Section {
  const changed = delta?.changed ?? [];
  const entries = changed.map(({ what, item }): Entry => {
    const place = [`${CHANGE_LABELS[what]} ${item.type}`];
    return {
      ...oneLineEntry(item, { now, frame, place }),
      why: `${CHANGE_LABELS[what]} since the last report`,
    };
  });
  const call = lazily(() =>
    frame.words.step(nextStep('memory.list', { project: frame.project, status: 'all' })),
  );
  const since = delta === null ? '' : ` ${agoOf(delta.since, now)}`;
  return {
    name: 'changed',
    heading: `## Changed by others since your last report${since} (${formatCount(entries.length)})`,
    why: 'changed since the last report to this session',
    entries,
    total: entries.length,
    leadCount: 3,
    floor: () => countOf(entries.length, 'change'),
    more: (count) => `- ${countOf(count, 'more change', 'more changes')}: ${call()}`,
  };
}
