import { nextStep } from '../next-step.ts';
import { decisionEntries } from './decision-entries.ts';
import type { FactItem, FactList, OrientationFacts } from './facts.ts';
import { findLeadCheckpoint, leadingFirst } from './find-lead-checkpoint.ts';
import { loopEntries, loopsNote } from './loops-section.ts';
import { oneLineEntry, recordEntry } from './record-entry.ts';
import { RECORD_KINDS, type RecordKind } from './record-kinds.ts';
import type { Entry, Frame, Section } from './section.ts';
import { countOf, formatCount, nameOf, quotedName } from './wording.ts';

/** The sections made of records, each with its list of entries in the order they should be shown. */
export function listSections(facts: OrientationFacts, frame: Frame): Section[] {
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
      floor:
        countOf(total, kind.one, kind.many) +
        (frame.isTerse ? '' : ` (${frame.words.parameter('type')} ${kind.type})`),
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
  const list = facts[kind.list] as FactList;
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

/** The one to start from; and where that was only derived, the last that somebody wrote. */
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
  const call = frame.words.step(nextStep('memory.list', { type: kind.type, project: frame.project }));
  return (count) => {
    const what = frame.isTerse ? '' : ` ${count === 1 ? kind.one : kind.many}`;
    return `- ${formatCount(count)} more${what}${critical}: ${call}`;
  };
}

const plainEntries = ({ items }: FactList, { now }: OrientationFacts, frame: Frame): Entry[] =>
  items.map((item) => recordEntry(item, { now, frame }));

function checkpointEntries(facts: OrientationFacts, frame: Frame): Entry[] {
  const leads = leadCheckpoints(facts);
  const context = (item: FactItem) => ({
    now: facts.now,
    frame,
    place: placeOf(item, facts),
    isDated: true,
  });
  return [
    ...leads.map((item) => ({ ...recordEntry(item, context(item)), why: whyLead(item, facts) })),
    ...leadingFirst(facts.checkpoints.items)
      .filter((item) => !leads.includes(item))
      .map((item) => ({
        ...oneLineEntry(item, context(item)),
        why: 'a checkpoint of another worktree or session, as one line',
      })),
  ];
}

function whyLead({ worktree, source }: FactItem, facts: OrientationFacts): string {
  if (source === 'derived') return 'what the traces of a lost session show, newer than any checkpoint here';
  return worktree === facts.worktree
    ? 'the newest checkpoint that was written in this worktree'
    : 'the newest checkpoint; none is of this worktree';
}

function placeOf({ worktree, branch }: FactItem, facts: OrientationFacts): string[] {
  const place: string[] = [];
  if (branch !== null) place.push(`branch ${quotedName(branch, 60)}`);
  if (worktree !== null && worktree !== facts.worktree) place.push(`worktree ${nameOf(worktree, 80)}`);
  return place;
}
