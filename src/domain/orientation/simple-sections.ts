import { nextStep } from '../next-step.ts';
import type { RecordType } from '../record/record.ts';
import type { ChangeFact, FactList, IdentityFact, OrientationFacts } from './facts.ts';
import type { Gap } from './orientation.ts';
import { oneLineEntry, recordEntry } from './record-entry.ts';
import { recordLists } from './record-kinds.ts';
import { type Entry, type Frame, lazily, ownWords, type Rendered, type Section } from './section.ts';
import { isOfLastSession } from './sessions-section.ts';
import { shorten } from './shorten.ts';
import { agoOf, countOf, formatCount, onOneLine, quote } from './wording.ts';

/**
 * What the next session needs and does not have; the critical ones first, and in a short report no trifles. The sessions say what is
 * missing of the last one.
 */
export function gapsSection(found: readonly Gap[], frame: Frame): Section {
  const gaps = found.filter((gap) => !isOfLastSession(gap));
  const shown = frame.isTerse ? gaps.filter(({ severity }) => severity !== 'info') : gaps;
  const criticalCount = gaps.filter((gap) => gap.severity === 'critical').length;
  const critical = criticalCount > 0 ? `${formatCount(criticalCount)} critical` : '';
  const listed = lazily(() => frame.words.step(nextStep('gap.list', { project: frame.project })));
  const details = lazily(() =>
    [critical, frame.isTerse ? '' : listed()].filter((part) => part !== '').join(', '),
  );
  return {
    name: 'gaps',
    heading: `## Gaps (${formatCount(gaps.length)}${critical === '' ? '' : `, ${critical}`})`,
    why: 'something the next session needs and does not have',
    entries: shown.map((gap) => ({ ...ownWords(gapLine(gap, frame)), label: gap.code })),
    total: gaps.length,
    leadCount: criticalCount,
    floor: lazily(() => countOf(gaps.length, 'gap') + (details() === '' ? '' : ` (${details()})`)),
    more: (count) =>
      `- ${formatCount(count)} more${frame.isTerse ? '' : count === 1 ? ' gap' : ' gaps'}: ${listed()}`,
  };
}

function gapLine({ code, severity, message, hint, next }: Gap, { words, isTerse }: Frame): string {
  const advice = words.advice(hint, next);
  return `- ${severity} ${code}: ${isTerse ? advice : `${message} Next: ${advice}`}`;
}

const MAX_PATH = 200;

/** A person's own files, quoted like everything else that we did not write. */
export function identitySection({ identities }: OrientationFacts, frame: Frame): Section {
  const filledIn = identities.filter(({ isFilledIn }) => isFilledIn);
  const read = lazily(() => frame.words.step(nextStep('orientation.read')));
  return {
    name: 'identity',
    heading: '## Identity',
    why: "a person's own file, after everything else",
    entries: filledIn.map(identityEntry),
    total: filledIn.length,
    leadCount: 0,
    floor: lazily(() => `${filledIn.length} identity${frame.isTerse ? '' : ` (${read()})`}`),
    more: (count) => `- ${formatCount(count)} more: ${read()}`,
  };
}

function identityEntry({ path, text, isCut }: IdentityFact): Entry {
  const source = path.length <= MAX_PATH ? onOneLine(path) : 'identity file';
  return {
    label: 'identity file',
    length: text.length,
    render(cap): Rendered {
      const { text: kept, omitted } = shorten(text, text.length, cap);
      const isShortened = omitted > 0 || isCut;
      const left = isShortened
        ? ` · +${formatCount(omitted)}${isCut ? ' or more' : ''} characters in the file`
        : '';
      return {
        text: `${quote(kept)}${isShortened ? '…' : ''}\n  - [${source}${left}]`,
        kept: kept.length,
        isShortened,
      };
    },
  };
}

/** Plain memories are not shown, only counted. */
export const memoriesSection = ({ memoryCount }: OrientationFacts, frame: Frame): Section => ({
  name: 'memories',
  heading: '## Memories',
  why: 'counted, not shown',
  entries: [],
  total: memoryCount,
  leadCount: 0,
  floor: lazily(
    () =>
      countOf(memoryCount, 'memory', 'memories') +
      (frame.isTerse ? '' : ` (${frame.words.step(nextStep('memory.search'))})`),
  ),
  more: (count) =>
    `- ${countOf(count, 'more memory', 'more memories')}: ${frame.words.step(nextStep('memory.search'))}`,
});

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
