import type { Random } from '../../../domain/random.ts';
import type { RolledDice } from '../event.ts';
import { type DiceExpression, type DiceTerm, diceNotationInvalid, diceTermsOf } from './dice-expression.ts';
import { checkDiceCount, parseDice } from './parse-dice.ts';
import { type RollResult, rollDice } from './roll-dice.ts';

interface CheckOptions {
  readonly advantage?: boolean | undefined;
  readonly disadvantage?: boolean | undefined;
}

/** Advantage rolls the first d20 twice and keeps the higher, disadvantage the lower; both cancel out. */
export function rollCheck(notation: string, options: CheckOptions, random: Random): RollResult {
  const expression = parseDice(notation);
  const twice = advantageOf(options);
  return rollDice(twice === undefined ? expression : withAdvantage(expression, twice), random);
}

type Advantage = NonNullable<DiceTerm['twice']>;

function advantageOf({ advantage = false, disadvantage = false }: CheckOptions): Advantage | undefined {
  if (advantage === disadvantage) return undefined;
  return advantage ? 'advantage' : 'disadvantage';
}

function withAdvantage(expression: DiceExpression, twice: Advantage): DiceExpression {
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
  const lucky = replaceTerm(expression, d20, { ...d20, twice });
  checkDiceCount(lucky);
  return lucky;
}

/** Compares by identity, so that an equal term elsewhere is not replaced. */
function replaceTerm(expression: DiceExpression, term: DiceTerm, by: DiceTerm): DiceExpression {
  if (expression === term) return by;
  switch (expression.kind) {
    case 'constant':
    case 'dice':
      return expression;
    case 'negated':
    case 'group':
      return { ...expression, inner: replaceTerm(expression.inner, term, by) };
    case 'operation':
      return {
        ...expression,
        left: replaceTerm(expression.left, term, by),
        right: replaceTerm(expression.right, term, by),
      };
  }
}

/** A roll with a `total` was made by a player; one without is rolled here. */
export interface RollInput {
  readonly notation: string;
  readonly label?: string | undefined;
  readonly total?: number | undefined;
  readonly detail?: string | undefined;
}

export function resolveRoll({ notation, label, total, detail }: RollInput, dice: Random): RolledDice {
  if (total !== undefined)
    return { label: label ?? null, notation, total, detail: detail ?? `${notation} = ${total}` };
  const rolled = rollCheck(notation, {}, dice);
  return { label: label ?? null, notation, total: rolled.total, detail: rolled.detail };
}
