import type { SavedTable } from '../../../app/ports/doctor.ts';
import type { Witness } from './salvage-witnesses.ts';

export type Loss = Pick<SavedTable, 'lost' | 'counted'>;

export interface LossEvidence {
  /** Every page of the table could be reached. */
  readonly isWhole: boolean;
  readonly found: ReadonlySet<number>;
  /** The numbers of rows that were reached and could not be saved; 0 where not even the number can be read. */
  readonly unsaved: readonly number[];
  /** Only those that are known to be of this table. */
  readonly witnesses: readonly Witness[];
  /** How many rows counters say there were. */
  readonly total: number | undefined;
}

const missingFrom = (found: ReadonlySet<number>, { keys }: Witness) =>
  [...keys.keys()].filter((rowid) => !found.has(rowid));

/** How many rows are lost: as many as can be proved, and whether that is all. */
export function countLoss({ isWhole, found, unsaved, witnesses, total }: LossEvidence): Loss {
  if (isWhole) return { lost: unsaved.length, counted: 'exactly' };
  const complete = witnesses.find(({ isComplete }) => isComplete);
  if (complete !== undefined) return { lost: missingFrom(found, complete).length, counted: 'exactly' };
  if (total !== undefined && total >= found.size) return { lost: total - found.size, counted: 'exactly' };
  const named = new Set([
    ...witnesses.flatMap((witness) => missingFrom(found, witness)),
    ...unsaved.filter((rowid) => rowid !== 0 && !found.has(rowid)),
  ]);
  const lost = Math.max(named.size, unsaved.length);
  return { lost, counted: lost === 0 ? 'unknown' : 'at_least' };
}
