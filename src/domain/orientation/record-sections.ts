import { DAY_MS, type Instant, plusMs } from '../instant.ts';
import { nextStep } from '../next-step.ts';
import { subjectKey } from '../record/record.ts';
import { type FactItem, type FactList, type OrientationFacts, SESSION_STARTS } from './facts.ts';
import { findLeadCheckpoint, leadingFirst } from './find-lead-checkpoint.ts';
import { type Loop, mergeDuplicateLoops } from './merge-duplicates.ts';
import { type EntryContext, oneLineEntry, recordEntry } from './record-entry.ts';
import { RECORD_KINDS, type RecordKind } from './record-kinds.ts';
import { type Entry, type Frame, lazily, type Section } from './section.ts';
import { summarizeList } from './summarize-list.ts';
import { ageOf, countOf, daysBetween, formatCount, nameOf, quotedName, whenOf } from './wording.ts';

/** Groups live decisions by subject, in the order of their first. Those without a subject are groups of one. */
export function groupBySubject(items: readonly FactItem[]): readonly (readonly FactItem[])[] {
  const groups = new Map<string, FactItem[]>();
  for (const item of items) {
    const key = item.subject === null ? '' : subjectKey(item.subject);
    const group = key === '' ? undefined : groups.get(key);
    if (group === undefined) groups.set(key === '' ? item.id : key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Decisions on the same subject are listed together. */
function decisionEntries({ decisions, now }: OrientationFacts, frame: Frame): Entry[] {
  const context = { now, frame };
  if (!summarizeList(decisions).hasSubjects)
    return decisions.items.map((item) => recordEntry(item, () => context));
  return groupBySubject(decisions.items).flatMap((group) =>
    group.map((item) => {
      if (group.length === 1) return recordEntry(item, () => context);
      const others = group.filter((other) => other !== item);
      const place = [
        `conflicts with ${others
          .map(({ id }) => frame.shorten(id))
          .slice(0, 2)
          .join(', ')}`,
      ];
      return recordEntry(item, () => ({ ...context, place }), 'two active decisions on one subject');
    }),
  );
}

const MAX_UNGROUPED_LOOPS = 10;
/** Being carried over once is normal. */
const MIN_CARRIED_SESSIONS = 2;
const AGES: readonly (readonly [days: number, words: string])[] = [
  [30, 'over 30 days'],
  [7, 'over a week'],
  [-1, 'newer'],
];

/** How many sessions have begun since, without closing it. */
function carriedOver(createdAt: Instant, { sessionStarts }: OrientationFacts): string {
  const count = sessionStarts.filter((startedAt) => startedAt > createdAt).length;
  if (count < MIN_CARRIED_SESSIONS) return '';
  return `carried over ${countOf(count, 'session')}${count >= SESSION_STARTS ? ' or more' : ''}`;
}

/** The first others who opened it too. */
function originsOf({ duplicates: [first, ...others] }: Loop, { shorten }: Frame): string {
  if (first === undefined) return '';
  return `same text as ${shorten(first.id)}${others.length === 0 ? '' : ` and ${formatCount(others.length)} more`}`;
}

function loopEntries(facts: OrientationFacts, frame: Frame): { entries: Entry[]; total: number } {
  const { loops, total } = mergeDuplicateLoops(facts.openLoops);
  const entries = loops.map((loop, index) => {
    const isLast = index === loops.length - 1;
    const why =
      index === 0
        ? 'the oldest open loop'
        : isLast
          ? 'the newest open loop'
          : 'open loops are shown oldest first';
    return recordEntry(loop.item, () => contextOf(loop, facts, frame), why);
  });
  return { entries, total };
}

function contextOf(loop: Loop, facts: OrientationFacts, frame: Frame): EntryContext {
  const { now } = facts;
  const { createdAt } = loop.item;
  const origins = frame.isTerse ? '' : originsOf(loop, frame);
  const place = [carriedOver(createdAt, facts), origins].filter((part) => part !== '');
  const isOld = daysBetween(createdAt, now) > 0;
  const when = isOld ? `${ageOf(createdAt, now)}, since ${whenOf(createdAt, now)}` : undefined;
  return { now, frame, place, isDated: true, ...(when === undefined ? {} : { when }) };
}

/** Long lists are summarized by age, so that omitted loops are visible as counts. */
function loopsNote({ openLoops, now }: OrientationFacts): string {
  const { loops, total } = mergeDuplicateLoops(openLoops);
  const [oldest] = loops;
  if (oldest === undefined) return '';
  if (total <= MAX_UNGROUPED_LOOPS || total > loops.length)
    return `, oldest ${ageOf(oldest.item.createdAt, now)}`;
  let counted = 0;
  const groups = AGES.flatMap(([days, words]) => {
    // Texts are compared: parsing the time of every loop takes much longer. One that is dated ahead counts as new.
    const until = plusMs(now, -(days + 1) * DAY_MS);
    const older = days < 0 ? loops.length : loops.filter(({ item }) => item.createdAt <= until).length;
    const count = older - counted;
    counted = older;
    return count === 0 ? [] : [`${formatCount(count)} ${words}`];
  });
  return `: ${groups.join(', ')}`;
}

/** The sections made of records, each with its list of entries in the order they should be shown. */
export function recordSections(facts: OrientationFacts, frame: Frame): Section[] {
  return RECORD_KINDS.map((kind) => {
    const { entries, total } = entriesOf(kind, facts, frame);
    return {
      name: kind.name,
      heading: `## ${kind.title} (${countNote(kind, total, facts)})`,
      why: kind.why,
      entries,
      total,
      leadCount: kind.name === 'checkpoint' ? leadCheckpoints(facts).length : 1,
      isLastLead: kind.name === 'open_loops',
      floor: lazily(
        () =>
          countOf(total, kind.one, kind.many) +
          (frame.isTerse ? '' : ` (${frame.words.parameter('type')} ${kind.type})`),
      ),
      more: moreLine(kind, frame),
    };
  });
}

function entriesOf(
  kind: RecordKind,
  facts: OrientationFacts,
  frame: Frame,
): { readonly entries: readonly Entry[]; readonly total: number } {
  if (kind.name === 'open_loops') return loopEntries(facts, frame);
  const list = facts[kind.list];
  const total = Math.max(list.total, list.items.length);
  if (kind.name === 'checkpoint') return { entries: checkpointEntries(facts, frame), total };
  if (kind.name === 'decisions') return { entries: decisionEntries(facts, frame), total };
  return { entries: plainEntries({ items: inOrder(kind, list), total }, facts, frame), total };
}

function inOrder({ name }: RecordKind, { items }: FactList): readonly FactItem[] {
  if (name === 'constraints') return items.toSorted(byWeight);
  return name === 'focus' ? leadingFirst(items) : items;
}

function countNote({ name }: RecordKind, total: number, facts: OrientationFacts): string {
  if (name === 'open_loops') return `${formatCount(total)}${loopsNote(facts)}`;
  if (name !== 'checkpoint') return formatCount(total);
  const here = leadCheckpoints(facts).length;
  return total > here ? `${here}, and ${countOf(total - here, 'other')}` : formatCount(total);
}

/** The checkpoint to start from and, if it is derived, the last written one. */
function leadCheckpoints(facts: OrientationFacts): readonly FactItem[] {
  const lead = findLeadCheckpoint(facts);
  if (lead === undefined) return [];
  const written = leadingFirst(facts.checkpoints.items).find(
    (item) => item.source !== 'derived' && item.worktree === lead.worktree,
  );
  return lead.source !== 'derived' || written === undefined ? [lead] : [lead, written];
}

/** The basic rules are the oldest, and would be the first to be left out if the newest came first. */
const byWeight = (a: FactItem, b: FactItem) =>
  b.importance - a.importance || (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0);

function moreLine(kind: RecordKind, frame: Frame): Section['more'] {
  const critical = kind.name === 'constraints' && !frame.isTiny ? ' (critical)' : '';
  const call = lazily(() =>
    frame.words.step(nextStep('memory.list', { type: kind.type, project: frame.project })),
  );
  return (count) => {
    const what = frame.isTerse ? '' : ` ${count === 1 ? kind.one : kind.many}`;
    return `- ${formatCount(count)} more${what}${critical}: ${call()}`;
  };
}

function plainEntries({ items }: FactList, { now }: OrientationFacts, frame: Frame): Entry[] {
  const context = { now, frame };
  return items.map((item) => recordEntry(item, () => context));
}

function checkpointEntries(facts: OrientationFacts, frame: Frame): Entry[] {
  const leads = leadCheckpoints(facts);
  const context = (item: FactItem) => ({
    now: facts.now,
    frame,
    place: placeOf(item, facts),
    isDated: true,
  });
  // Another session that was lost here left work in the same files.
  const isLostHere = ({ source, worktree }: FactItem) => source === 'derived' && worktree === facts.worktree;
  return [
    ...leads.map((item) => recordEntry(item, () => context(item), whyLead(item, facts))),
    ...leadingFirst(facts.checkpoints.items)
      .filter((item) => !leads.includes(item))
      .map((item) =>
        isLostHere(item)
          ? recordEntry(item, () => context(item), 'derived from another session that was lost here')
          : {
              ...oneLineEntry(item, context(item)),
              why: 'a checkpoint of another worktree or session, as one line',
            },
      ),
  ];
}

function whyLead({ worktree, source }: FactItem, facts: OrientationFacts): string {
  if (source === 'derived') return 'derived from a lost session, newer than any checkpoint here';
  return worktree === facts.worktree
    ? 'the newest checkpoint that was written in this worktree'
    : 'the newest checkpoint; this worktree has none';
}

/** Names the branch unless the text does: a derived checkpoint says on which branch its files and commits are. */
function placeOf({ worktree, branch, source, text }: FactItem, facts: OrientationFacts): string[] {
  const place: string[] = [];
  const names = [`on branch ${branch})`, `On branch ${branch}.`, `Committed on ${branch}:`];
  const isNamed = source === 'derived' && names.some((name) => text.includes(name));
  if (branch !== null && !isNamed) place.push(`branch ${quotedName(branch, 60)}`);
  if (worktree !== null && worktree !== facts.worktree) place.push(`worktree ${nameOf(worktree, 80)}`);
  return place;
}
