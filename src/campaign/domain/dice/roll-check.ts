import type { Random } from '../../../domain/id.ts';
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
  const { advantage = false, disadvantage = false } = options;
  const expression = parseDice(notation);
  if (advantage === disadvantage) return rollDice(expression, random);
  const how = advantage ? 'advantage' : 'disadvantage';
  const term = getD20(expression, how);
  checkDiceCount(expression, 1);
  return rollDice(expression, random, { term, how });
}

function getD20(expression: DiceExpression, field: string): DiceTerm {
  const d20 = diceTermsOf(expression).find(({ sides }) => sides === 20);
  const leaveOut = `Leave \`${field}\` out, or`;
  if (d20 === undefined)
    throw diceNotationInvalid('expected a d20 in the notation, found none', field, `${leaveOut} roll a d20.`);
  if (d20.count === 1) return d20;
  const example = `d20+${d20.count - 1}d20`;
  throw diceNotationInvalid(
    `expected one d20, found ${d20.text}`,
    field,
    `${leaveOut} write a single d20 first, such as ${example}.`,
  );
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
