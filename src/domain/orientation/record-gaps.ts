import { DAY_MS, elapsedMs, type Instant, isClockAhead, plusMs } from '../instant.ts';
import { nextStep } from '../next-step.ts';
import { REPLACED_TYPES } from '../record/record.ts';
import { idShortener } from '../short-id.ts';
import type { FactItem, FactList, OrientationFacts, OrientationThresholds } from './facts.ts';
import { findLeadCheckpoint } from './find-lead-checkpoint.ts';
import type { Gap } from './orientation.ts';
import { groupBySubject } from './record-sections.ts';
import { summarizeList } from './summarize-list.ts';
import { ageOf, countOf, dateOf, formatCount, nameOf, onOneLine } from './wording.ts';

/** Looks for one kind of gap. */
export type GapFinder = (facts: OrientationFacts, thresholds: OrientationThresholds) => Gap | undefined;

const MAX_NAMED = 3;

export function idsOf(
  items: readonly { readonly id: string }[],
  { ids }: Pick<OrientationFacts, 'ids'>,
): string {
  const shorten = idShortener(ids);
  const named = items.slice(0, MAX_NAMED).map((item) => shorten(item.id));
  return (
    named.join(', ') + (items.length > MAX_NAMED ? `, and ${formatCount(items.length - MAX_NAMED)} more` : '')
  );
}

const MAX_PROBLEM = 200;

export const noCheckpoint: GapFinder = (facts) => {
  if (findLeadCheckpoint(facts) !== undefined || facts.checkpoints.total > 0) return undefined;
  const isFirst = facts.lastSession === null || facts.lastSession.isImported === true;
  return {
    code: 'no_checkpoint',
    // A game has its state in the campaign, and a session closed without successor withholds its checkpoint.
    severity:
      isFirst || facts.project.kind === 'game'
        ? 'info'
        : facts.lastSession?.status === 'closed'
          ? 'warning'
          : 'critical',
    message: isFirst
      ? 'No session has left a checkpoint yet.'
      : 'The project has had sessions, but no checkpoint says where they left off.',
    hint: 'Write a checkpoint when you end this session.',
    next: [nextStep('session.end')],
  };
};

/** While no session followed an import, nobody could act on what it left. */
const isOfImport = ({ lastSession }: OrientationFacts, { source }: FactItem): boolean =>
  lastSession?.isImported === true && source === 'derived';

export const staleCheckpoint: GapFinder = (facts, { staleCheckpointDays }) => {
  const lead = findLeadCheckpoint(facts);
  if (
    lead === undefined ||
    isOfImport(facts, lead) ||
    elapsedMs(lead.createdAt, facts.now) <= staleCheckpointDays * DAY_MS
  )
    return undefined;
  return {
    code: 'stale_checkpoint',
    severity: 'warning',
    message: `The checkpoint is ${ageOf(lead.createdAt, facts.now)} old.`,
    hint: 'Check it against the work as it is now, and write a new one when you end this session.',
    next: [nextStep('session.end')],
  };
};

export const oldOpenLoops: GapFinder = (facts, { oldLoopDays }) => {
  const { openLoops, now } = facts;
  const since = plusMs(now, -oldLoopDays * DAY_MS);
  const old = openLoops.items.filter((item) => item.createdAt < since && !isOfImport(facts, item));
  const [first] = old;
  if (first === undefined) return undefined;
  const count = `${openLoops.total > openLoops.items.length ? 'At least ' : ''}${countOf(old.length, 'open loop is', 'open loops are')}`;
  return {
    code: 'old_open_loops',
    severity: 'warning',
    message: `${count} older than ${countOf(oldLoopDays, 'day')}.`,
    hint: 'Resolve each one that is done.',
    next: [nextStep('memory.update', { id: first.id, status: 'resolved' })],
  };
};

export const conflictingDecisions: GapFinder = (facts) => {
  if (!summarizeList(facts.decisions).hasSubjects) return undefined;
  const groups = groupBySubject(facts.decisions.items).filter((items) => items.length > 1);
  if (groups.length === 0) return undefined;
  const named = groups
    .slice(0, MAX_NAMED)
    .map((items) => `"${nameOf(items[0]?.subject ?? '', 60)}" (${idsOf(items, facts)})`);
  const rest = groups.length > MAX_NAMED ? `, and ${countOf(groups.length - MAX_NAMED, 'more subject')}` : '';
  return {
    code: 'conflicting_decisions',
    severity: 'warning',
    message: `There is more than one active decision on ${named.join(', ')}${rest}.`,
    hint: 'Decide which one applies, and store it with the ids of the others as `supersedes`.',
    next: [nextStep('memory.store', { type: 'decision' })],
  };
};

export const identityUnreadable: GapFinder = ({ identities }) => {
  const broken = identities.find(({ problem }) => problem !== null);
  return (
    broken && {
      code: 'identity_unreadable',
      severity: 'warning',
      message: `An identity file cannot be read: ${onOneLine(broken.problem ?? '').slice(0, MAX_PROBLEM)}`,
      hint: 'Reports show it again when it is repaired.',
      next: [nextStep('identity.show')],
    }
  );
};

export const identityMissing: GapFinder = ({ identities }) => {
  if (identities.some(({ isFilledIn, problem }) => isFilledIn || problem !== null)) return undefined;
  const isThere = identities.length > 0;
  return {
    code: isThere ? 'identity_unfilled' : 'identity_missing',
    severity: 'info',
    message: isThere ? 'The identity file is not filled in.' : 'There is no identity file.',
    hint: 'Reports show its text when it is filled in.',
    next: [nextStep('identity.edit')],
  };
};

/** The store gives these newest first, so a later time further back was written by a clock that was ahead. */
const newestFirstLists = (facts: OrientationFacts) => [
  facts.checkpoints,
  facts.focus,
  facts.constraints,
  facts.warnings,
  facts.lessons,
  facts.decisions,
  facts.preferences,
  facts.relationalDeltas,
];

const itemsAhead = (list: FactList, now: Instant): readonly FactItem[] =>
  isClockAhead(summarizeList(list).latestAt, now)
    ? list.items.filter(({ createdAt }) => isClockAhead(createdAt, now))
    : [];

export const clockAhead: GapFinder = (facts) => {
  const lists = newestFirstLists(facts);
  const future = [...lists, facts.openLoops].flatMap((list) => itemsAhead(list, facts.now));
  const misdated = [...new Set([...future, ...lists.flatMap((list) => summarizeList(list).outOfOrder)])];
  const latest = misdated
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1);
  if (latest === undefined) return undefined;
  return {
    code: 'clock_ahead',
    severity: 'warning',
    message: `The clock of this machine was ahead when ${countOf(misdated.length, 'record was', 'records were')} written, dated up to ${dateOf(latest)}: ${idsOf(misdated, facts)}. Records are shown in the order they were written.`,
    ...(misdated.some(({ type }) => REPLACED_TYPES.includes(type))
      ? {
          hint: 'Do not rely on their dates. Write a new checkpoint when you end this session; it replaces a misdated one.',
          next: [nextStep('session.end')],
        }
      : {
          hint: 'Do not rely on their dates. Resolve those that no longer apply.',
          next: [nextStep('memory.update', { status: 'resolved' })],
        }),
  };
};
