import type { RecordType } from '../record/record.ts';
import type { OrientationFacts } from './facts.ts';
import type { SectionName } from './orientation.ts';

/** A type of record that has a section of its own, and what it is called there. */
export interface RecordKind {
  readonly name: SectionName;
  readonly list: keyof OrientationFacts;
  readonly type: RecordType;
  readonly title: string;
  readonly one: string;
  readonly many: string;
}

/** In the order of the report. */
export const RECORD_KINDS = [
  {
    name: 'constraints',
    list: 'constraints',
    type: 'constraint',
    title: 'Constraints',
    one: 'constraint',
    many: 'constraints',
  },
  {
    name: 'warnings',
    list: 'warnings',
    type: 'warning',
    title: 'Warnings',
    one: 'warning',
    many: 'warnings',
  },
  {
    name: 'checkpoint',
    list: 'checkpoints',
    type: 'checkpoint',
    title: 'Where we left off',
    one: 'checkpoint',
    many: 'checkpoints',
  },
  { name: 'focus', list: 'focus', type: 'next_session_focus', title: 'Focus', one: 'focus', many: 'focuses' },
  {
    name: 'open_loops',
    list: 'openLoops',
    type: 'open_loop',
    title: 'Open loops',
    one: 'open loop',
    many: 'open loops',
  },
  { name: 'lessons', list: 'lessons', type: 'lesson', title: 'Lessons', one: 'lesson', many: 'lessons' },
  {
    name: 'decisions',
    list: 'decisions',
    type: 'decision',
    title: 'Decisions',
    one: 'decision',
    many: 'decisions',
  },
  {
    name: 'preferences',
    list: 'preferences',
    type: 'preference',
    title: 'Preferences',
    one: 'preference',
    many: 'preferences',
  },
  {
    name: 'relational_delta',
    list: 'relationalDeltas',
    type: 'relational_delta',
    title: 'Relational delta',
    one: 'relational delta',
    many: 'relational deltas',
  },
] as const satisfies readonly RecordKind[];
