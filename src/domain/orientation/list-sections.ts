import type { FactItem, FactList, OrientationFacts } from './facts.ts';
import { findLeadCheckpoint } from './find-lead-checkpoint.ts';
import { oneLineEntry, recordEntry } from './record-entry.ts';
import { RECORD_KINDS, type RecordKind } from './record-kinds.ts';
import type { Entry, Frame, Section } from './section.ts';
import { ageOf, countOf, formatCount, nameOf } from './wording.ts';

/** The sections made of records, each with its list of entries in the order they should be shown. */
export function listSections(facts: OrientationFacts, frame: Frame): Section[] {
  return RECORD_KINDS.map((kind) => {
    const list: FactList = facts[kind.list];
    const total = Math.max(list.total, list.items.length);
    return {
      name: kind.name,
      heading: `## ${kind.title} (${formatCount(total)}${note(kind, list, facts)})`,
      entries:
        kind.name === 'checkpoint' ? checkpointEntries(facts, frame) : plainEntries(list, facts, frame),
      total,
      leadCount: 1,
      floor: countOf(total, kind.one, kind.many) + (frame.isTerse ? '' : ` (type=${kind.type})`),
      more: (count) => moreLine(kind, count, frame),
    };
  });
}

function note(kind: RecordKind, { items }: FactList, facts: OrientationFacts): string {
  const oldest = items[0];
  return kind.name === 'open_loops' && oldest !== undefined
    ? `, oldest ${ageOf(oldest.createdAt, facts.now)}`
    : '';
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
  return [recordEntry(lead, context(lead)), ...others.map((item) => oneLineEntry(item, context(item)))];
}

function placeOf({ worktree, branch }: FactItem, facts: OrientationFacts): string[] {
  const place: string[] = [];
  if (branch !== null) place.push(`branch ${nameOf(branch, 60)}`);
  if (worktree !== null && worktree !== facts.worktree) place.push(`worktree ${nameOf(worktree, 80)}`);
  return place;
}
