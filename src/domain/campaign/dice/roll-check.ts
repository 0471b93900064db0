import { checkDiceCount } from './check-dice.ts';
import { diceNotationInvalid } from './dice-errors.ts';
import { type DiceExpression, type DiceTerm, diceTermsOf } from './dice-expression.ts';
import { parseDice } from './parse-dice.ts';
import type { Random } from './random.ts';
import { type Rolled, rollDice } from './roll-dice.ts';

export interface CheckOptions {
  readonly advantage?: boolean | undefined;
  readonly disadvantage?: boolean | undefined;
}

/** Advantage rolls the first d20 twice and keeps the higher, disadvantage the lower; both together are neither. */
export function rollCheck(notation: string, options: CheckOptions, random: Random): Rolled {
  const expression = parseDice(notation);
  const twice = luckOf(options);
  return rollDice(twice === undefined ? expression : withLuck(expression, twice), random);
}

type Luck = NonNullable<DiceTerm['twice']>;

function luckOf({ advantage = false, disadvantage = false }: CheckOptions): Luck | undefined {
  if (advantage === disadvantage) return undefined;
  return advantage ? 'advantage' : 'disadvantage';
}

function withLuck(expression: DiceExpression, twice: Luck): DiceExpression {
  const d20 = diceTermsOf(expression).find(({ sides }) => sides === 20);
  if (d20 === undefined)
    throw diceNotationInvalid(
      'expected a d20 in the notation, found none',
      twice,
      `Leave \`${twice}\` out, or roll a d20.`,
    );
  if (d20.count !== 1)
    throw diceNotationInvalid(
      `expected one d20, found ${d20.text}`,
      twice,
      `Leave \`${twice}\` out, or write a single d20 first, such as d20+${d20.count - 1}d20.`,
    );
  const lucky = replaced(expression, d20, { ...d20, twice });
  checkDiceCount(lucky);
  return lucky;
}

/** By identity: an equal term elsewhere in the expression stays as it is. */
function replaced(expression: DiceExpression, term: DiceTerm, by: DiceTerm): DiceExpression {
  if (expression === term) return by;
  switch (expression.kind) {
    case 'constant':
    case 'dice':
      return expression;
    case 'negated':
    case 'group':
      return { ...expression, inner: replaced(expression.inner, term, by) };
    case 'operation':
      return {
        ...expression,
        left: replaced(expression.left, term, by),
        right: replaced(expression.right, term, by),
      };
  }
}
