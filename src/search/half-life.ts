import type { RecordType } from '../domain/record/record.ts';

const DAYS: Readonly<Partial<Record<RecordType, number>>> = {
  checkpoint: 14,
  next_session_focus: 14,
  open_loop: 60,
  relational_delta: 90,
  memory: 180,
};
const USUAL = 365;

/** Where we stood is old in two weeks; a rule is not old in a year. */
export const halfLifeOf = (type: RecordType | null): number =>
  type === null ? (DAYS.memory ?? USUAL) : (DAYS[type] ?? USUAL);
