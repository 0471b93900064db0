import { diceNotationInvalid, diceTooMany } from './dice-errors.ts';
import type { DiceExpression, DiceTerm, Operation } from './dice-expression.ts';
import { DICE_LIMITS } from './dice-limits.ts';
import type { Random } from './random.ts';
import { Extras, type RolledDie, rollTerm, sumOf } from './roll-term.ts';

const MOST_SHOWN = 50;

/** `4d6kh3 [6!, 5, 1→4, ~1~]`: 6 exploded, 4 was a 1 before its reroll, the last 1 was dropped. */
function renderDice({ text, twice }: DiceTerm, dice: readonly RolledDie[]): string {
  const faces = dice.slice(0, MOST_SHOWN).map(renderDie);
  if (dice.length > MOST_SHOWN) faces.push(`… ${dice.length - MOST_SHOWN} more`);
  return `${text}${twice === undefined ? '' : ` with ${twice}`} [${faces.join(', ')}]`;
}

function renderDie({ rolled, isKept, isExploded, rerolledFrom }: RolledDie): string {
  const before = rerolledFrom.length > 2 ? [rerolledFrom[0], '…'] : rerolledFrom;
  const face = [...before, `${rolled}${isExploded ? '!' : ''}`].join('→');
  return isKept ? face : `~${face}~`;
}

export interface Rolled {
  readonly total: number;
  /** `4d6kh3 [6, 5, 4, ~1~] + 3 = 15 + 3 = 18` */
  readonly detail: string;
  /** Every die that fell, in the order it fell; explosions right after their cause. */
  readonly dice: readonly RolledDie[];
  /** A die would have exploded or been rerolled further, and was stopped; `detail` says so too. */
  readonly isCutShort: boolean;
}

/** A part of the expression: its value, its dice in words, and the same with each term summed up. */
interface Part {
  readonly value: number;
  readonly faces: string;
  readonly sums: string;
  readonly dice: readonly RolledDie[];
}

type Roll = (expression: DiceExpression) => Part;

export function rollDice(expression: DiceExpression, random: Random): Rolled {
  const extras = new Extras();
  const roll: Roll = (part) => rollPart(part, roll, (term) => rollTerm(term, random, extras));
  const { value: total, faces, sums, dice } = roll(expression);
  const { isCutShort } = extras;
  const stopped = isCutShort ? ' (explosions or rerolls stopped at their limit)' : '';
  const detail = [...new Set([faces, sums, String(total)])].join(' = ') + stopped;
  return { total, detail, dice, isCutShort };
}

function rollPart(part: DiceExpression, roll: Roll, rollDiceTerm: (term: DiceTerm) => RolledDie[]): Part {
  switch (part.kind) {
    case 'constant':
      return { value: part.value, faces: String(part.value), sums: String(part.value), dice: [] };
    case 'dice':
      return summed(part, rollDiceTerm(part));
    case 'negated': {
      const inner = roll(part.inner);
      return { ...inner, value: 0 - inner.value, faces: `-${inner.faces}`, sums: `-${inner.sums}` };
    }
    case 'group': {
      const inner = roll(part.inner);
      return { ...inner, faces: `(${inner.faces})`, sums: `(${inner.sums})` };
    }
    case 'operation':
      return combined(part, roll(part.left), roll(part.right));
  }
}

function summed(term: DiceTerm, dice: readonly RolledDie[]): Part {
  const value = sumOf(dice);
  return { value, faces: renderDice(term, dice), sums: String(value), dice };
}

const combined = (operation: Operation, left: Part, right: Part): Part => ({
  value: calculate(operation, left.value, right.value),
  faces: `${left.faces} ${operation.operator} ${right.faces}`,
  sums: `${left.sums} ${operation.operator} ${right.sums}`,
  dice: [...left.dice, ...right.dice],
});

function calculate({ operator, position }: Operation, left: number, right: number): number {
  if (operator === '/' && right === 0)
    throw diceNotationInvalid(`expected a divisor other than 0 after position ${position}, found 0`);
  const value = {
    '+': () => left + right,
    '-': () => left - right,
    '*': () => left * right,
    '/': () => Math.floor(left / right),
  }[operator]();
  const limit = DICE_LIMITS.result;
  if (Math.abs(value) > limit)
    throw diceTooMany(`the result at position ${position} is over ${limit}`, limit);
  return value + 0; // -0 is 0
}
