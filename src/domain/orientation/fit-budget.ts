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
  let quarters = text.length;
  for (const [others] of text.matchAll(NOT_LATIN))
    for (let at = 0; at < others.length; at++) quarters += quartersOf(others.charCodeAt(at)) - 1;
  return Math.ceil(quarters / 4);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all characters up to the last Latin one
const NOT_LATIN = /[^\u0000-\u024f]+/g;

function quartersOf(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return 4;
  return ONE_PER_CHARACTER.some(([from, to]) => unit >= from && unit <= to) ? 4 : 2;
}

export type BudgetUnit = 'characters' | 'bytes' | 'tokens';

/** How much text a client shows the model, and how it counts: UTF-16 units, bytes of UTF-8, or tokens (estimated). */
export interface ContextBudget {
  readonly size: number;
  readonly unit: BudgetUnit;
}

export function sizeIn(unit: BudgetUnit, text: string): number {
  if (unit === 'bytes') return Buffer.byteLength(text);
  return unit === 'tokens' ? estimateTokens(text) : text.length;
}

/** No text of one unit has more characters. */
const MAX_CHARACTERS: Readonly<Record<BudgetUnit, number>> = { characters: 1, bytes: 1, tokens: 4 };

/** More characters than this cannot be within the budget. */
export const maxCharacters = ({ size, unit }: ContextBudget): number => size * MAX_CHARACTERS[unit];

/** What a report itself has beside ASCII, such as the dots between its parts, takes up to this share of its bytes. */
const OWN_BYTES_SHARE = 0.04;
/** Made once with so many characters, a report in English fits. Making it takes as long as reading its records. */
const firstTry = (budget: ContextBudget): number =>
  Math.floor(maxCharacters(budget) * (budget.unit === 'bytes' ? 1 - OWN_BYTES_SHARE : 1));

/**
 * Makes a text within a budget that may count bytes or tokens. Whoever makes it counts characters, and how large those
 * are shows only in the text, so it is made again with less until it fits. A character takes at most three bytes, or
 * one token.
 */
function makeWithin<Made>(
  budget: ContextBudget,
  { first, min, max }: { readonly first: number; readonly min: number; readonly max: number },
  make: (characters: number) => Made,
  textOf: (made: Made) => string,
): Made {
  const { size, unit } = budget;
  let characters = Math.max(min, Math.min(first, max));
  for (;;) {
    const made = make(characters);
    const taken = sizeIn(unit, textOf(made));
    if (taken <= size || characters <= min) return made;
    characters = Math.max(min, Math.min(characters - 1, Math.floor((characters * size) / taken)));
  }
}

const reportOf = ({ report }: Orientation): string => report;

export const fitBudget = (
  budget: ContextBudget,
  compose: (characters: number) => Orientation,
): Orientation =>
  budget.unit === 'characters'
    ? compose(budget.size)
    : makeWithin(budget, { first: firstTry(budget), min: MIN_BUDGET, max: MAX_BUDGET }, compose, reportOf);

/** The longest text that `shorten` makes within the budget. */
export const fitText = (budget: ContextBudget, shorten: (characters: number) => string): string =>
  makeWithin(budget, { first: maxCharacters(budget), min: 0, max: MAX_BUDGET }, shorten, (text) => text);
