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

interface Token {
  /** Lower case; '' at the end of the notation. */
  readonly text: string;
  /** From 1. */
  readonly position: number;
}

const TOKEN = /\s*(\d+|kh|kl|dh|dl|ro|<=|>=|[kdrf%!<>=+\-*/()])/iy;

const expectedAt = (expected: string, { text, position }: Token) => {
  const found = text === '' ? 'the end' : JSON.stringify(text);
  return diceNotationInvalid(`expected ${expected} at position ${position}, found ${found}`);
};

function tokenize(notation: string): Token[] {
  const tokens: Token[] = [];
  const end = notation.trimEnd().length;
  let offset = 0;
  while (offset < end) {
    TOKEN.lastIndex = offset;
    const text = TOKEN.exec(notation)?.[1];
    if (text === undefined) {
      const rest = notation.slice(offset).trimStart();
      const unknown = { text: [...rest][0] ?? '', position: notation.length - rest.length + 1 };
      throw expectedAt('a number, dice or an operator', unknown);
    }
    offset = TOKEN.lastIndex;
    tokens.push({ text: text.toLowerCase(), position: offset - text.length + 1 });
  }
  return [...tokens, { text: '', position: end + 1 }];
}

function checkTerminates({ text, sides, reroll, explode }: DiceTerm, position: number): void {
  if (reroll === undefined && explode === undefined) return;
  const endless = (what: string) =>
    diceNotationInvalid(
      `expected a face that ends the ${what} at position ${position}, found none: ${text} is endless`,
    );
  const lowest = lowestFace(sides);
  const faces = Array.from({ length: highestFace(sides) - lowest + 1 }, (_, index) => lowest + index);
  const until = reroll?.isOnce === false ? reroll.when : undefined;
  const lasting = faces.filter((face) => until === undefined || !isMet(until, face));
  if (lasting.length === 0) throw endless('reroll');
  if (explode !== undefined && lasting.every((face) => isMet(explode, face))) throw endless('explosion');
}

function checkSelection({ text, count, selection, explode }: DiceTerm): void {
  if (selection === undefined || explode !== undefined || selection.count <= count) return;
  const verb = selection.how.startsWith('k') ? 'keep' : 'drop';
  const dice = count === 1 ? '1 die' : `${count} dice`;
  throw diceNotationInvalid(
    `${text} rolls ${dice} and would ${verb} ${selection.count}`,
    'notation',
    `Roll at least ${selection.count} dice, or ${verb} at most ${count}.`,
  );
}

/** `extra` dice are rolled besides those of the expression. */
export function checkDiceCount(expression: DiceExpression, extra = 0): void {
  const count = diceTermsOf(expression).reduce((sum, term) => sum + term.count, extra);
  const limit = DICE_LIMITS.dice;
  if (count > limit) throw diceTooMany(`${count} dice, where one roll has at most ${limit}`, limit);
}

type Modifiers = Pick<DiceTerm, 'reroll' | 'explode' | 'selection'>;

/**
 *     sum     = product (("+" | "-") product)*
 *     product = value (("*" | "/") value)*
 *     value   = "-" value | "(" sum ")" | number | dice
 *     dice    = number? "d" (number | "%" | "F") modifier*
 */
class DiceParser {
  readonly #notation: string;
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(notation: string) {
    this.#notation = notation;
    this.#tokens = tokenize(notation);
  }

  get #next(): Token {
    return this.#tokens[this.#index] ?? { text: '', position: this.#notation.length + 1 };
  }

  #take<Text extends string>(...texts: readonly Text[]): Text | undefined {
    const text = texts.find((candidate) => candidate === this.#next.text);
    if (text !== undefined) this.#index += 1;
    return text;
  }

  #takeNumber(): number | undefined {
    const { text, position } = this.#next;
    if (!/^\d+$/.test(text)) return undefined;
    const limit = DICE_LIMITS.number;
    if (Number(text) > limit) throw diceTooMany(`the number at position ${position} is over ${limit}`, limit);
    this.#index += 1;
    return Number(text);
  }

  #expected(what: string, token: Token = this.#next) {
    return expectedAt(what, token);
  }

  parse(): DiceExpression {
    const expression = this.#sum(0);
    if (this.#next.text !== '') throw this.#expected('an operator or the end');
    return expression;
  }

  #sum(depth: number): DiceExpression {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#operand(depth)));
  }

  #chain(operators: readonly Operation['operator'][], operand: () => DiceExpression): DiceExpression {
    let left = operand();
    for (;;) {
      const { position } = this.#next;
      const operator = this.#take(...operators);
      if (operator === undefined) return left;
      left = { kind: 'operation', operator, left, right: operand(), position };
    }
  }

  #operand(depth: number): DiceExpression {
    const limit = DICE_LIMITS.nesting;
    if (depth > limit) throw diceTooMany(`nested deeper than ${limit}`, limit);
    if (this.#take('-') !== undefined) return { kind: 'negated', inner: this.#operand(depth + 1) };
    if (this.#take('(') === undefined) return this.#numberOrDice();
    const inner = this.#sum(depth + 1);
    if (this.#take(')') === undefined) throw this.#expected('an operator or ")"');
    return { kind: 'group', inner };
  }

  #numberOrDice(): DiceExpression {
    const start = this.#next;
    const number = this.#takeNumber();
    if (this.#take('d') !== undefined) {
      if (number === 0) throw this.#expected('at least 1 die', start);
      return this.#diceTerm(number ?? 1, start.position);
    }
    if (number === undefined) throw this.#expected('a number, dice or "("');
    return { kind: 'constant', value: number };
  }

  /** After `d`; `start` is the position of the term. */
  #diceTerm(count: number, start: number): DiceTerm {
    const sides = this.#sides();
    const modifiers = this.#modifiers(sides);
    const notation = this.#notation.slice(start - 1, this.#next.position - 1);
    const text = notation.replace(/\s+/g, '').toLowerCase().replace('df', 'dF');
    const term: DiceTerm = { kind: 'dice', text, count, sides, ...modifiers };
    checkTerminates(term, start);
    checkSelection(term);
    return term;
  }

  #sides(): Sides {
    if (this.#take('%') !== undefined) return 100;
    if (this.#take('f') !== undefined) return 'F';
    const limit = DICE_LIMITS.sides;
    const token = this.#next;
    const sides = this.#takeNumber();
    if (sides === undefined || sides === 0) throw this.#expected(`1 to ${limit} sides, % or F`, token);
    if (sides <= limit) return sides;
    const where = `at position ${token.position}`;
    throw diceTooMany(`${sides} sides ${where}, where a die has at most ${limit}`, limit);
  }

  #modifiers(sides: Sides): Modifiers {
    let modifiers: Modifiers = {};
    for (;;) {
      const { position } = this.#next;
      const modifier = this.#modifier(sides);
      if (modifier === undefined) return modifiers;
      if (Object.keys(modifier).some((name) => name in modifiers))
        throw diceNotationInvalid(
          `expected one reroll, one explosion and one keep or drop at most, found another at position ${position}`,
        );
      modifiers = { ...modifiers, ...modifier };
    }
  }

  #modifier(sides: Sides): Modifiers | undefined {
    const how = this.#take('kh', 'kl', 'dh', 'dl', 'k');
    if (how !== undefined) {
      const token = this.#next;
      const count = this.#takeNumber() ?? 1;
      if (count === 0) throw this.#expected('how many dice, at least 1,', token);
      return { selection: { how: how === 'k' ? 'kh' : how, count } };
    }
    const reroll = this.#take('r', 'ro');
    if (reroll !== undefined) {
      const when = this.#condition();
      if (when === undefined) throw this.#expected('the face to reroll, such as 1 or <3');
      return { reroll: { when, isOnce: reroll === 'ro' } };
    }
    if (this.#take('!') === undefined) return undefined;
    return { explode: this.#condition() ?? { comparison: '=', value: highestFace(sides) } };
  }

  #condition(): Condition | undefined {
    const comparison = this.#take(...COMPARISONS);
    // After a comparison a minus belongs to the face (`4dFr=-1`); without one it subtracts (`3d6!-1`).
    const isNegative = comparison !== undefined && this.#take('-') !== undefined;
    const value = this.#takeNumber();
    if (value !== undefined) return { comparison: comparison ?? '=', value: isNegative ? -value : value };
    if (comparison !== undefined) throw this.#expected(`a number after ${comparison}`);
    return undefined;
  }
}

export function parseDice(notation: string): DiceExpression {
  const limit = DICE_LIMITS.notationLength;
  if (notation.length > limit)
    throw diceTooMany(`${notation.length} characters, where at most ${limit} are read`, limit);
  const expression = new DiceParser(notation).parse();
  checkDiceCount(expression);
  return expression;
}
