import { checkDiceCount } from './check-dice.ts';
import { diceTooMany } from './dice-errors.ts';
import type { DiceExpression, Operation } from './dice-expression.ts';
import { DICE_LIMITS } from './dice-limits.ts';
import { DiceTokens } from './dice-tokens.ts';
import { parseDiceTerm } from './parse-dice-term.ts';

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
  parseChain(tokens, ['*', '/'], () => parseValue(tokens, depth));

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

function parseValue(tokens: DiceTokens, depth: number): DiceExpression {
  if (depth > DICE_LIMITS.nesting)
    throw diceTooMany(`nested deeper than ${DICE_LIMITS.nesting}`, DICE_LIMITS.nesting);
  if (tokens.take('-') !== undefined) return { kind: 'negated', inner: parseValue(tokens, depth + 1) };
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
