import { invalid } from '../../../domain/error.ts';

/** Fate dice, `F`, have the faces -1, 0 and 1. */
export type Sides = number | 'F';

export const COMPARISONS = ['<=', '>=', '<', '>', '='] as const;

export interface Condition {
  readonly comparison: (typeof COMPARISONS)[number];
  readonly value: number;
}

export interface Selection {
  readonly how: 'kh' | 'kl' | 'dh' | 'dl';
  readonly count: number;
}

/** In any notation order, dice are rerolled first, then explode, then are selected. */
export interface DiceTerm {
  readonly kind: 'dice';
  readonly text: string;
  readonly count: number;
  readonly sides: Sides;
  readonly reroll?: { readonly when: Condition; readonly isOnce: boolean };
  readonly explode?: Condition;
  readonly selection?: Selection;
}

export interface Operation {
  readonly kind: 'operation';
  readonly operator: '+' | '-' | '*' | '/';
  readonly left: DiceExpression;
  readonly right: DiceExpression;
  /** From 1. */
  readonly position: number;
}

export type DiceExpression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'negated'; readonly inner: DiceExpression }
  | { readonly kind: 'group'; readonly inner: DiceExpression }
  | DiceTerm
  | Operation;

export const lowestFace = (sides: Sides): number => (sides === 'F' ? -1 : 1);
export const highestFace = (sides: Sides): number => (sides === 'F' ? 1 : sides);

export function isMet({ comparison, value }: Condition, face: number): boolean {
  if (face === value) return comparison.includes('=');
  return comparison.includes(face < value ? '<' : '>');
}

export function diceTermsOf(expression: DiceExpression): DiceTerm[] {
  switch (expression.kind) {
    case 'constant':
      return [];
    case 'dice':
      return [expression];
    case 'negated':
    case 'group':
      return diceTermsOf(expression.inner);
    case 'operation':
      return [...diceTermsOf(expression.left), ...diceTermsOf(expression.right)];
  }
}

export const DICE_LIMITS = {
  notationLength: 200,
  /** Of a constant, a count or a threshold. */
  number: 1_000_000,
  result: 1_000_000_000_000,
  dice: 1_000,
  sides: 10_000,
  nesting: 20,
  /** Explosions of one die, and rerolls of one die. */
  extrasPerDie: 100,
  /** Explosions and rerolls of a whole roll. */
  extras: 2_000,
} as const;

const HINT =
  'Write dice such as d20, 2d6+3, 4d6kh3, 2d20kl1, 3d6!>=5, 2d6r1, d% or 4dF, joined with + - * / and parentheses.';

export const diceNotationInvalid = (problem: string, field = 'notation', hint = HINT) =>
  invalid('dice_notation_invalid', `${field} cannot be rolled: ${problem}. Nothing was rolled.`, hint, {
    fields: [{ field, problem }],
  });

export const diceTooMany = (problem: string, limit: number) =>
  invalid(
    'dice_too_many',
    `notation is over a limit: ${problem}. Nothing was rolled.`,
    'Ask for less in one roll, or roll several times.',
    { fields: [{ field: 'notation', problem, limit }] },
  );
