import { MAX_BUDGET, MIN_BUDGET, type Orientation } from './orientation.ts';

export type BudgetUnit = 'characters' | 'bytes';

/** How much text a client shows the model, and how it counts: UTF-16 units, or bytes of UTF-8. */
export interface ContextBudget {
  readonly size: number;
  readonly unit: BudgetUnit;
}

export const sizeIn = (unit: BudgetUnit, text: string): number =>
  unit === 'bytes' ? Buffer.byteLength(text) : text.length;

/**
 * Composes within a budget that may count bytes. A composition counts characters, and how many bytes those take shows
 * only in the text, so it is composed again with less until it fits. A character takes at most three bytes.
 */
export function fitBudget(
  { size, unit }: ContextBudget,
  compose: (characters: number) => Orientation,
): Orientation {
  if (unit === 'characters') return compose(size);
  let characters = Math.min(size, MAX_BUDGET);
  for (;;) {
    const orientation = compose(characters);
    const bytes = sizeIn('bytes', orientation.report);
    if (bytes <= size || characters <= MIN_BUDGET) return orientation;
    characters = Math.max(MIN_BUDGET, Math.floor((characters * size) / bytes));
  }
}
