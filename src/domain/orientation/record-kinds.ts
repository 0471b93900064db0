import type { RecordType } from '../record/record.ts';
import type { FactList, OrientationFacts } from './facts.ts';
import type { SectionName } from './orientation.ts';

type RecordListName = {
  [Name in keyof OrientationFacts]-?: OrientationFacts[Name] extends FactList ? Name : never;
}[keyof OrientationFacts];

/** A type of record that has a section of its own, and what it is called there. */
export interface RecordKind {
  readonly type: RecordType;
  readonly list: RecordListName;
  readonly name: SectionName;
  readonly title: string;
  readonly one: string;
  readonly many: string;
  readonly why: string;
}

const kind = (
  type: RecordType,
  list: RecordListName,
  name: SectionName,
  title: string,
  why: string,
  one = type.replace('_', ' '),
  many = `${one}s`,
): RecordKind => ({ type, list, name, title, one, many, why });

/** In the order of the report. */
export const RECORD_KINDS: readonly RecordKind[] = [
  kind('constraint', 'constraints', 'constraints', 'Constraints', 'active constraints come first'),
  kind('warning', 'warnings', 'warnings', 'Warnings', 'active warnings are always shown'),
  kind('checkpoint', 'checkpoints', 'checkpoint', 'Where we left off', 'where the last session left off'),
  kind(
    'next_session_focus',
    'focus',
    'focus',
    'Focus',
    'where the last session said to resume',
    'focus',
    'focuses',
  ),
  kind('open_loop', 'openLoops', 'open_loops', 'Open loops', 'open loops are always shown, oldest first'),
  kind('lesson', 'lessons', 'lessons', 'Lessons', 'newest lessons'),
  kind('decision', 'decisions', 'decisions', 'Decisions', 'newest active decisions'),
  kind('preference', 'preferences', 'preferences', 'Preferences', 'newest preferences'),
  kind(
    'relational_delta',
    'relationalDeltas',
    'relational_delta',
    'Working together',
    'newest change in the working relationship',
  ),
];

type RecordLists = Pick<OrientationFacts, RecordListName>;

/** Builds the list of each record kind. */
export function recordLists(make: (kind: RecordKind) => FactList): RecordLists {
  const lists: Partial<Record<RecordListName, FactList>> = {};
  for (const each of RECORD_KINDS) lists[each.list] = make(each);
  return lists as RecordLists;
}
