import { DICE_LIMITS, diceNotationInvalid, diceTooMany } from './dice-expression.ts';

export interface Token {
  /** Lower case; '' at the end of the notation. */
  readonly text: string;
  /** From 1. */
  readonly position: number;
}

const TOKEN = /\s*(\d+|kh|kl|dh|dl|ro|<=|>=|[kdrf%!<>=+\-*/()])/iy;

function tokenize(notation: string): Token[] {
  const tokens: Token[] = [];
  const end = notation.trimEnd().length;
  let offset = 0;
  while (offset < end) {
    TOKEN.lastIndex = offset;
    const text = TOKEN.exec(notation)?.[1];
    if (text === undefined) throw unknownCharacter(notation, offset);
    offset = TOKEN.lastIndex;
    tokens.push({ text: text.toLowerCase(), position: offset - text.length + 1 });
  }
  return [...tokens, { text: '', position: end + 1 }];
}

function unknownCharacter(notation: string, offset: number) {
  const rest = notation.slice(offset).trimStart();
  const [character = ''] = rest;
  const position = notation.length - rest.length + 1;
  return expectedAt('a number, dice or an operator', { text: character, position });
}

const expectedAt = (expected: string, { text, position }: Token) => {
  const found = text === '' ? 'the end' : JSON.stringify(text);
  return diceNotationInvalid(`expected ${expected} at position ${position}, found ${found}`);
};

/** Reads the tokens of a notation with one token of lookahead. */
export class DiceTokens {
  readonly #notation: string;
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(notation: string) {
    const limit = DICE_LIMITS.notationLength;
    if (notation.length > limit)
      throw diceTooMany(`${notation.length} characters, where at most ${limit} are read`, limit);
    this.#notation = notation;
    this.#tokens = tokenize(notation);
  }

  get next(): Token {
    return this.#tokens[this.#index] ?? { text: '', position: this.#notation.length + 1 };
  }

  /** Consumes the next token if it is one of these. */
  take<Text extends string>(...texts: readonly Text[]): Text | undefined {
    const text = texts.find((candidate) => candidate === this.next.text);
    if (text !== undefined) this.#index += 1;
    return text;
  }

  takeNumber(): number | undefined {
    const { text, position } = this.next;
    if (!/^\d+$/.test(text)) return undefined;
    const limit = DICE_LIMITS.number;
    if (Number(text) > limit) throw diceTooMany(`the number at position ${position} is over ${limit}`, limit);
    this.#index += 1;
    return Number(text);
  }

  /** The notation from a position up to the next token, without spaces. */
  readSince(position: number): string {
    return this.#notation
      .slice(position - 1, this.next.position - 1)
      .replace(/\s+/g, '')
      .toLowerCase();
  }

  expected(what: string, token: Token = this.next) {
    return expectedAt(what, token);
  }
}
