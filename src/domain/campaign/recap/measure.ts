import type { RecapLength } from './recap.ts';

/** How much is told of one thing. */
export interface Measure {
  readonly length: RecapLength;
  /** Characters of what was done. */
  readonly deed: number;
  /** Characters of what came of it; 0: only what was done. */
  readonly outcome: number;
  /** Changes told beside it. */
  readonly clauses: number;
  /** Else only dice that show 20 or 1. */
  readonly tellsLabelledDice: boolean;
}

/** From the least to the most: where there is room, things are told again with more words, the weightiest first. */
export const MEASURES: Readonly<Record<RecapLength, readonly [Measure, ...Measure[]]>> = {
  brief: [{ length: 'brief', deed: 90, outcome: 110, clauses: 2, tellsLabelledDice: false }],
  standard: [{ length: 'standard', deed: 140, outcome: 260, clauses: 4, tellsLabelledDice: false }],
  detailed: [
    { length: 'detailed', deed: 160, outcome: 0, clauses: 8, tellsLabelledDice: false },
    { length: 'detailed', deed: 600, outcome: 2_000, clauses: 8, tellsLabelledDice: true },
  ],
};
