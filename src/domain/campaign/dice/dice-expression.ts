/** Fate dice, `F`, have the faces -1, 0 and 1. */
export type Sides = number | 'F';

export const COMPARISONS = ['<=', '>=', '<', '>', '='] as const;

export interface Condition {
  readonly comparison: (typeof COMPARISONS)[number];
  readonly value: number;
}

/** Keep or drop, the highest or the lowest. */
export interface Selection {
  readonly how: 'kh' | 'kl' | 'dh' | 'dl';
  readonly count: number;
}

/** Whatever their order in the notation: each die is rerolled, then explodes, and the selection sees them all. */
export interface DiceTerm {
  readonly kind: 'dice';
  /** As it was written, without spaces. */
  readonly text: string;
  readonly count: number;
  readonly sides: Sides;
  readonly reroll?: { readonly when: Condition; readonly isOnce: boolean };
  readonly explode?: Condition;
  readonly selection?: Selection;
  /** Rolled twice as a whole; the better or the worse of the two counts. */
  readonly twice?: 'advantage' | 'disadvantage';
}

export interface Operation {
  readonly kind: 'operation';
  readonly operator: '+' | '-' | '*' | '/';
  readonly left: DiceExpression;
  readonly right: DiceExpression;
  /** Where the operator stands in the notation, from 1. */
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
  switch (comparison) {
    case '<=':
      return face <= value;
    case '>=':
      return face >= value;
    case '<':
      return face < value;
    case '>':
      return face > value;
    case '=':
      return face === value;
  }
}

/** The terms that roll dice, from left to right. */
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
