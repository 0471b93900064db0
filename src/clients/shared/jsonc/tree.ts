import { createScanner, type Node } from 'jsonc-parser';

// The package has these as an enum that a module compiled by itself cannot read.
const COMMA = 5;
export const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const SPACE = 15;

export const endOf = ({ offset, length }: Node): number => offset + length;
export const childrenOf = ({ children }: Node): readonly Node[] => children ?? [];

/** Where a key stands twice the last one holds, as for every JSON parser. */
export const findMember = (object: Node | undefined, key: string): Node | undefined =>
  object?.children?.findLast(({ children }) => children?.[0]?.value === key);

export const valueIn = (member: Node | undefined): Node | undefined => member?.children?.[1];

interface Token {
  readonly kind: number;
  readonly offset: number;
  readonly end: number;
}

const BESIDE = [SPACE, LINE_BREAK, LINE_COMMENT, BLOCK_COMMENT];

export const isComment = ({ kind }: Token): boolean => kind === LINE_COMMENT || kind === BLOCK_COMMENT;

/** The first that is found, walking in the order of the text. */
export function findFirst<Found>(
  nodes: readonly Node[],
  look: (node: Node) => Found | undefined,
): Found | undefined {
  for (const node of nodes) {
    const found = look(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Space and comments from here on, and the first token that is neither. */
export function tokensAfter(text: string, offset: number): readonly Token[] {
  const scanner = createScanner(text);
  scanner.setPosition(offset);
  const tokens: Token[] = [];
  let kind: number;
  do {
    kind = scanner.scan();
    const start = scanner.getTokenOffset();
    tokens.push({ kind, offset: start, end: start + scanner.getTokenLength() });
  } while (BESIDE.includes(kind));
  return tokens;
}

/** The comma behind an item; undefined behind a last one that has none. */
export function findComma(text: string, item: Node): number | undefined {
  const token = tokensAfter(text, endOf(item)).at(-1);
  return token?.kind === COMMA ? token.offset : undefined;
}
