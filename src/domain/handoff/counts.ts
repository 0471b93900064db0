import type { RecordType } from '../record/record.ts';

const NAMES: Readonly<Record<RecordType, readonly [string, string]>> = {
  checkpoint: ['checkpoint', 'checkpoints'],
  decision: ['decision', 'decisions'],
  open_loop: ['open loop', 'open loops'],
  preference: ['preference', 'preferences'],
  constraint: ['constraint', 'constraints'],
  warning: ['warning', 'warnings'],
  lesson: ['lesson', 'lessons'],
  relational_delta: ['relational delta', 'relational deltas'],
  next_session_focus: ['focus', 'focuses'],
  memory: ['memory', 'memories'],
};

export type Counts = Readonly<Partial<Record<RecordType, number>>>;

export const sumOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);

/** "1 checkpoint, 3 decisions". */
export const sayCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([type, count]) => `${count} ${NAMES[type as RecordType][count === 1 ? 0 : 1]}`)
    .join(', ');
