import { hasMoved, knownEntries, WHAT_TO_DO, WHY_UNKNOWN } from './drift-entries.ts';
import type { OrientationFacts } from './facts.ts';
import { type Entry, type Frame, ownWords, type Section } from './section.ts';
import { countOf, formatCount } from './wording.ts';

const LEAD_COUNT = 2;

/** What moved in the working tree since the checkpoint. Empty where there is no git repository. */
export function driftSection({ drift }: Pick<OrientationFacts, 'drift' | 'now'>, frame: Frame): Section {
  // That nothing moved is worth a line where there is room.
  const entries = frame.isTerse && isStill(drift) ? [] : entriesOf(drift);
  return {
    name: 'drift',
    heading: '## What changed since',
    why: 'moved in the working tree since the checkpoint',
    entries,
    total: entries.length,
    leadCount: LEAD_COUNT,
    floor: countOf(entries.length, 'git change') + (frame.isTerse ? '' : ' (git log, git status)'),
    more: (count) =>
      `- ${formatCount(count)} more${frame.isTerse ? '' : count === 1 ? ' change' : ' changes'}: git log, git status`,
  };
}

function isStill(drift: OrientationFacts['drift']): boolean {
  return drift?.kind === 'known' && !hasMoved(drift);
}

function entriesOf(drift: OrientationFacts['drift']): Entry[] {
  if (drift === null) return [];
  if (drift.kind === 'known') return knownEntries(drift);
  if (drift.reason === 'no_repository') return [];
  return [ownWords(`- Not known: ${WHY_UNKNOWN[drift.reason]}; ${WHAT_TO_DO[drift.reason]}`)];
}
