import { checkDiceCount } from './check-dice.ts';
import { diceNotationInvalid, diceTooMany } from './dice-errors.ts';
import { type DiceExpression, type DiceTerm, diceTermsOf, type Operation } from './dice-expression.ts';
import { DICE_LIMITS } from './dice-limits.ts';
import { DiceTokens } from './dice-tokens.ts';
import { parseDiceTerm } from './parse-dice-term.ts';
import type { Random } from './random.ts';
import { type Rolled, rollDice } from './roll-dice.ts';

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

interface CheckOptions {
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
