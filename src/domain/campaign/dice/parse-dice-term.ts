import { checkItEnds, checkSelection } from './check-dice.ts';
import { diceNotationInvalid, diceTooMany } from './dice-errors.ts';
import { COMPARISONS, type Condition, type DiceTerm, highestFace, type Sides } from './dice-expression.ts';
import { DICE_LIMITS } from './dice-limits.ts';
import type { DiceTokens } from './dice-tokens.ts';

type Modifiers = Pick<DiceTerm, 'reroll' | 'explode' | 'selection'>;

/** `d` is already read; `start` is where the term began. */
export function parseDiceTerm(tokens: DiceTokens, count: number, start: number): DiceTerm {
  const sides = parseSides(tokens);
  const modifiers = parseModifiers(tokens, sides);
  const text = tokens.readSince(start).replace('df', 'dF');
  const term: DiceTerm = { kind: 'dice', text, count, sides, ...modifiers };
  checkItEnds(term, start);
  checkSelection(term);
  return term;
}

function parseSides(tokens: DiceTokens): Sides {
  if (tokens.take('%') !== undefined) return 100;
  if (tokens.take('f') !== undefined) return 'F';
  const limit = DICE_LIMITS.sides;
  const token = tokens.next;
  const sides = tokens.takeNumber();
  if (sides === undefined || sides === 0) throw tokens.expected(`1 to ${limit} sides, % or F`, token);
  if (sides > limit)
    throw diceTooMany(
      `${sides} sides at position ${token.position}, where a die has at most ${limit}`,
      limit,
    );
  return sides;
}

function parseModifiers(tokens: DiceTokens, sides: Sides): Modifiers {
  let modifiers: Modifiers = {};
  for (;;) {
    const { position } = tokens.next;
    const modifier = parseModifier(tokens, sides);
    if (modifier === undefined) return modifiers;
    if (Object.keys(modifier).some((name) => name in modifiers))
      throw diceNotationInvalid(
        `expected one reroll, one explosion and one keep or drop at most, found another at position ${position}`,
      );
    modifiers = { ...modifiers, ...modifier };
  }
}

function parseModifier(tokens: DiceTokens, sides: Sides): Modifiers | undefined {
  const how = tokens.take('kh', 'kl', 'dh', 'dl', 'k');
  if (how !== undefined) return { selection: { how: how === 'k' ? 'kh' : how, count: parseCount(tokens) } };
  const reroll = tokens.take('r', 'ro');
  if (reroll !== undefined) {
    const when = findCondition(tokens);
    if (when === undefined) throw tokens.expected('the face to reroll, such as 1 or <3');
    return { reroll: { when, isOnce: reroll === 'ro' } };
  }
  if (tokens.take('!') === undefined) return undefined;
  return { explode: findCondition(tokens) ?? { comparison: '=', value: highestFace(sides) } };
}

function parseCount(tokens: DiceTokens): number {
  const token = tokens.next;
  const count = tokens.takeNumber() ?? 1;
  if (count === 0) throw tokens.expected('how many dice, at least 1,', token);
  return count;
}

function findCondition(tokens: DiceTokens): Condition | undefined {
  const comparison = tokens.take(...COMPARISONS);
  // After a comparison a minus belongs to the face (`4dFr=-1`); without one it subtracts (`3d6!-1`).
  const isNegative = comparison !== undefined && tokens.take('-') !== undefined;
  const value = tokens.takeNumber();
  if (value !== undefined) return { comparison: comparison ?? '=', value: isNegative ? -value : value };
  if (comparison !== undefined) throw tokens.expected(`a number after ${comparison}`);
  return undefined;
}
