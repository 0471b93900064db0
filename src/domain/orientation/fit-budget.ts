import { MAX_BUDGET, MIN_BUDGET, type Orientation } from './orientation.ts';

const ONE_PER_CHARACTER: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff],
  [0x2e80, 0x9fff],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
];

/** A rough count, never above the text's length: four Latin characters to a token, two of other scripts, and one
 *  for each character of Chinese, Japanese and Korean or half of an emoji. */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) quarters += quartersOf(text.charCodeAt(at));
  return Math.ceil(quarters / 4);
}

function quartersOf(unit: number): number {
  if (unit < 0x250) return 1;
  if (unit >= 0xd800 && unit <= 0xdfff) return 4;
  return ONE_PER_CHARACTER.some(([from, to]) => unit >= from && unit <= to) ? 4 : 2;
}

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
