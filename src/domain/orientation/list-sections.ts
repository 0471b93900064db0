import { decisionEntries } from './decision-entries.ts';
import type { FactItem, FactList, OrientationFacts } from './facts.ts';
import { findLeadCheckpoint } from './find-lead-checkpoint.ts';
import { loopEntries, loopsNote } from './loops-section.ts';
import { oneLineEntry, recordEntry } from './record-entry.ts';
import { RECORD_KINDS, type RecordKind } from './record-kinds.ts';
import type { Entry, Frame, Section } from './section.ts';
import { countOf, formatCount, nameOf } from './wording.ts';

/** The sections made of records, each with its list of entries in the order they should be shown. */
export function listSections(facts: OrientationFacts, frame: Frame): Section[] {
  return RECORD_KINDS.map((kind) => {
    const { entries, total } = entriesOf(kind, facts, frame);
    return {
      name: kind.name,
      heading: `## ${kind.title} (${formatCount(total)}${kind.name === 'open_loops' ? loopsNote(facts) : ''})`,
      why: kind.why,
      entries,
      total,
      leadCount: 1,
      floor: countOf(total, kind.one, kind.many) + (frame.isTerse ? '' : ` (type=${kind.type})`),
      more: (count) => moreLine(kind, count, frame),
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
  return { entries: plainEntries(list, facts, frame), total };
}

function moreLine(kind: RecordKind, count: number, frame: Frame): string {
  const isCritical = kind.name === 'constraints';
  const call = `list_memories type=${kind.type}${isCritical || !frame.isTerse ? frame.projectArgument : ''}`;
  const what = frame.isTerse ? '' : ` ${count === 1 ? kind.one : kind.many}`;
  return `- ${formatCount(count)} more${what}${isCritical && !frame.isTiny ? ' (critical)' : ''}: ${call}`;
}

const plainEntries = ({ items }: FactList, { now }: OrientationFacts, frame: Frame): Entry[] =>
  items.map((item) => recordEntry(item, { now, frame }));

function checkpointEntries(facts: OrientationFacts, frame: Frame): Entry[] {
  const lead = findLeadCheckpoint(facts);
  if (lead === undefined) return [];
  const context = (item: FactItem) => ({ now: facts.now, frame, place: placeOf(item, facts) });
  const others = facts.checkpoints.items.filter((item) => item !== lead);
  const traces = others.filter(
    ({ source, worktree, createdAt }) =>
      source === 'derived' && worktree === facts.worktree && createdAt >= lead.createdAt,
  );
  const isHere = lead.worktree === facts.worktree;
  const why = isHere
    ? 'the newest checkpoint of this worktree'
    : 'the newest checkpoint; none is of this worktree';
  return [
    { ...recordEntry(lead, context(lead)), why },
    ...traces.map((item) => ({
      ...recordEntry(item, context(item)),
      why: 'derived from the traces of a session that was lost since',
    })),
    ...others
      .filter((item) => !traces.includes(item))
      .map((item) => ({
        ...oneLineEntry(item, context(item)),
        why: 'a checkpoint of another worktree or session, as one line',
      })),
  ];
}

function placeOf({ worktree, branch }: FactItem, facts: OrientationFacts): string[] {
  const place: string[] = [];
  if (branch !== null) place.push(`branch ${nameOf(branch, 60)}`);
  if (worktree !== null && worktree !== facts.worktree) place.push(`worktree ${nameOf(worktree, 80)}`);
  return place;
}
