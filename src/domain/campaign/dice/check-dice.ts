import { diceNotationInvalid, diceTooMany } from './dice-errors.ts';
import {
  type DiceExpression,
  type DiceTerm,
  diceTermsOf,
  highestFace,
  isMet,
  lowestFace,
} from './dice-expression.ts';
import { DICE_LIMITS } from './dice-limits.ts';

const facesOf = ({ sides }: DiceTerm): number[] => {
  const lowest = lowestFace(sides);
  return Array.from({ length: highestFace(sides) - lowest + 1 }, (_, index) => lowest + index);
};

const endless = ({ text }: DiceTerm, what: string, position: number) =>
  diceNotationInvalid(
    `expected a face that ends the ${what} at position ${position}, found none: ${text} is endless`,
  );

/** Refuses a die that no face would ever stop. */
export function checkItEnds(term: DiceTerm, position: number): void {
  const { reroll, explode } = term;
  if (reroll === undefined && explode === undefined) return;
  const until = reroll?.isOnce === false ? reroll.when : undefined;
  const lasting = facesOf(term).filter((face) => until === undefined || !isMet(until, face));
  if (lasting.length === 0) throw endless(term, 'reroll', position);
  if (explode !== undefined && lasting.every((face) => isMet(explode, face)))
    throw endless(term, 'explosion', position);
}

const TO_DO = { kh: 'keep', kl: 'keep', dh: 'drop', dl: 'drop' } as const;

/** Nobody keeps or drops more dice than there are; of exploding ones there may be more than were asked for. */
export function checkSelection({ text, count, selection, explode }: DiceTerm): void {
  if (selection === undefined || explode !== undefined || selection.count <= count) return;
  const dice = count === 1 ? '1 die' : `${count} dice`;
  throw diceNotationInvalid(
    `${text} rolls ${dice} and would ${TO_DO[selection.how]} ${selection.count}`,
    'notation',
    `Roll at least ${selection.count} dice, or ${TO_DO[selection.how]} at most ${count}.`,
  );
}

export function checkDiceCount(expression: DiceExpression): void {
  const count = diceTermsOf(expression).reduce(
    (sum, term) => sum + term.count * (term.twice === undefined ? 1 : 2),
    0,
  );
  if (count > DICE_LIMITS.dice)
    throw diceTooMany(`${count} dice, where one roll has at most ${DICE_LIMITS.dice}`, DICE_LIMITS.dice);
}
