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
  readonly why: string;
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
    why: 'live constraints come first, before anything else grows',
  },
  {
    name: 'warnings',
    list: 'warnings',
    type: 'warning',
    title: 'Warnings',
    one: 'warning',
    many: 'warnings',
    why: 'live warnings must arrive',
  },
  {
    name: 'checkpoint',
    list: 'checkpoints',
    type: 'checkpoint',
    title: 'Where we left off',
    one: 'checkpoint',
    many: 'checkpoints',
    why: 'where the last session left off',
  },
  {
    name: 'focus',
    list: 'focus',
    type: 'next_session_focus',
    title: 'Focus',
    one: 'focus',
    many: 'focuses',
    why: 'where the last session said to resume',
  },
  {
    name: 'open_loops',
    list: 'openLoops',
    type: 'open_loop',
    title: 'Open loops',
    one: 'open loop',
    many: 'open loops',
    why: 'open loops must arrive, oldest first',
  },
  {
    name: 'lessons',
    list: 'lessons',
    type: 'lesson',
    title: 'Lessons',
    one: 'lesson',
    many: 'lessons',
    why: 'newest lessons',
  },
  {
    name: 'decisions',
    list: 'decisions',
    type: 'decision',
    title: 'Decisions',
    one: 'decision',
    many: 'decisions',
    why: 'newest live decisions',
  },
  {
    name: 'preferences',
    list: 'preferences',
    type: 'preference',
    title: 'Preferences',
    one: 'preference',
    many: 'preferences',
    why: 'newest preferences',
  },
  {
    name: 'relational_delta',
    list: 'relationalDeltas',
    type: 'relational_delta',
    title: 'Working together',
    one: 'relational delta',
    many: 'relational deltas',
    why: 'newest change in the working relationship',
  },
] as const satisfies readonly RecordKind[];
