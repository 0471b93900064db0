import {
  COMPARISONS,
  type Condition,
  DICE_LIMITS,
  type DiceExpression,
  type DiceTerm,
  diceNotationInvalid,
  diceTermsOf,
  diceTooMany,
  highestFace,
  isMet,
  lowestFace,
  type Operation,
  type Sides,
} from './dice-expression.ts';
import { DiceTokens } from './dice-tokens.ts';

const facesOf = ({ sides }: DiceTerm): number[] => {
  const lowest = lowestFace(sides);
  return Array.from({ length: highestFace(sides) - lowest + 1 }, (_, index) => lowest + index);
};

const endless = ({ text }: DiceTerm, what: string, position: number) =>
  diceNotationInvalid(
    `expected a face that ends the ${what} at position ${position}, found none: ${text} is endless`,
  );

/** Refuses a reroll or explosion that never ends. */
function checkTerminates(term: DiceTerm, position: number): void {
  const { reroll, explode } = term;
  if (reroll === undefined && explode === undefined) return;
  const until = reroll?.isOnce === false ? reroll.when : undefined;
  const lasting = facesOf(term).filter((face) => until === undefined || !isMet(until, face));
  if (lasting.length === 0) throw endless(term, 'reroll', position);
  if (explode !== undefined && lasting.every((face) => isMet(explode, face)))
    throw endless(term, 'explosion', position);
}

const SELECTION_VERB = { kh: 'keep', kl: 'keep', dh: 'drop', dl: 'drop' } as const;

/** Refuses to keep or drop more dice than are rolled, unless explosions may add some. */
function checkSelection({ text, count, selection, explode }: DiceTerm): void {
  if (selection === undefined || explode !== undefined || selection.count <= count) return;
  const dice = count === 1 ? '1 die' : `${count} dice`;
  throw diceNotationInvalid(
    `${text} rolls ${dice} and would ${SELECTION_VERB[selection.how]} ${selection.count}`,
    'notation',
    `Roll at least ${selection.count} dice, or ${SELECTION_VERB[selection.how]} at most ${count}.`,
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

type Modifiers = Pick<DiceTerm, 'reroll' | 'explode' | 'selection'>;

/** Call it after `d`; `start` is the position of the term. */
function parseDiceTerm(tokens: DiceTokens, count: number, start: number): DiceTerm {
  const sides = parseSides(tokens);
  const modifiers = parseModifiers(tokens, sides);
  const text = tokens.readSince(start).replace('df', 'dF');
  const term: DiceTerm = { kind: 'dice', text, count, sides, ...modifiers };
  checkTerminates(term, start);
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

/**
 *     sum     = product (("+" | "-") product)*
 *     product = value (("*" | "/") value)*
 *     value   = "-" value | "(" sum ")" | number | dice
 *     dice    = number? "d" (number | "%" | "F") modifier*
 */
export function parseDice(notation: string): DiceExpression {
  const tokens = new DiceTokens(notation);
  const expression = parseSum(tokens, 0);
  if (tokens.next.text !== '') throw tokens.expected('an operator or the end');
  checkDiceCount(expression);
  return expression;
}

const parseSum = (tokens: DiceTokens, depth: number): DiceExpression =>
  parseChain(tokens, ['+', '-'], () => parseProduct(tokens, depth));

const parseProduct = (tokens: DiceTokens, depth: number): DiceExpression =>
  parseChain(tokens, ['*', '/'], () => parseOperand(tokens, depth));

function parseChain(
  tokens: DiceTokens,
  operators: readonly Operation['operator'][],
  parseOperand: () => DiceExpression,
): DiceExpression {
  let left = parseOperand();
  for (;;) {
    const { position } = tokens.next;
    const operator = tokens.take(...operators);
    if (operator === undefined) return left;
    left = { kind: 'operation', operator, left, right: parseOperand(), position };
  }
}

function parseOperand(tokens: DiceTokens, depth: number): DiceExpression {
  if (depth > DICE_LIMITS.nesting)
    throw diceTooMany(`nested deeper than ${DICE_LIMITS.nesting}`, DICE_LIMITS.nesting);
  if (tokens.take('-') !== undefined) return { kind: 'negated', inner: parseOperand(tokens, depth + 1) };
  if (tokens.take('(') !== undefined) return parseGroup(tokens, depth + 1);
  return parseNumberOrDice(tokens);
}

function parseGroup(tokens: DiceTokens, depth: number): DiceExpression {
  const inner = parseSum(tokens, depth);
  if (tokens.take(')') === undefined) throw tokens.expected('an operator or ")"');
  return { kind: 'group', inner };
}

function parseNumberOrDice(tokens: DiceTokens): DiceExpression {
  const start = tokens.next;
  const number = tokens.takeNumber();
  if (tokens.take('d') !== undefined) {
    if (number === 0) throw tokens.expected('at least 1 die', start);
    return parseDiceTerm(tokens, number ?? 1, start.position);
  }
  if (number === undefined) throw tokens.expected('a number, dice or "("');
  return { kind: 'constant', value: number };
}
