import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { invalid } from '../../../domain/error.ts';

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
function findFirst<Found>(
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

/** How a file is written, so that what we add looks like the rest of it. */
export interface Layout {
  readonly newline: string;
  /** One step of indentation. */
  readonly step: string;
  /** What stands behind colons and commas in one line. */
  readonly gap: string;
}

const DEFAULT_STEP = '  ';

/** The space at the beginning of the line in which this stands. */
export const indentAt = (text: string, offset: number): string => {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
};

/** Whether its first item stands in the line in which it begins; an empty one is as what it stands in. */
export function isOneLine(text: string, container: Node): boolean {
  const [first] = childrenOf(container);
  if (first !== undefined) return !text.slice(container.offset, first.offset).includes('\n');
  const around = container.parent?.parent;
  return around !== undefined && isOneLine(text, around);
}

function findStep(text: string, node: Node): string | undefined {
  const children = childrenOf(node);
  const [first] = children;
  if (first !== undefined && node.type !== 'property' && !isOneLine(text, node)) {
    const [outer, inner] = [indentAt(text, node.offset), indentAt(text, first.offset)];
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return findFirst(children, (child) => findStep(text, child));
}

const findColon = (node: Node): number | undefined =>
  node.colonOffset ?? findFirst(childrenOf(node), findColon);

export function layoutOf(text: string, root: Node | undefined): Layout {
  const colon = root && findColon(root);
  return {
    newline: /\r?\n/.exec(text)?.[0] ?? '\n',
    step: (root && findStep(text, root)) ?? DEFAULT_STEP,
    gap: colon === undefined || /\s/.test(text[colon + 1] ?? '') ? ' ' : '',
  };
}

/** Over several lines; the first one has no indentation of its own. */
export const renderLines = (value: unknown, indent: string, { newline, step }: Layout): string =>
  JSON.stringify(value, null, '\t').replaceAll(
    /\n(\t*)/g,
    (_, tabs: string) => `${newline}${indent}${step.repeat(tabs.length)}`,
  );

export function renderInline(value: unknown, layout: Layout): string {
  const { gap } = layout;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const between = `,${gap}`;
  if (Array.isArray(value)) return `[${value.map((one) => renderInline(one, layout)).join(between)}]`;
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${gap}${renderInline(one, layout)}`,
  );
  return `{${gap}${members.join(between)}${gap}}`;
}

/** A settings file as it was read: JSON, with comments and trailing commas where the client lets people have them. */
export interface SettingsText {
  readonly path: string;
  readonly byteOrderMark: string;
  /** Without the mark. */
  readonly text: string;
  /** An object; undefined where there is nothing but space and comments. */
  readonly root: Node | undefined;
  readonly layout: Layout;
}

const BYTE_ORDER_MARK = '\uFEFF';
const UNTOUCHED = 'Nothing was changed.';

/** Line and column, counted from one, as editors do. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** `CommaExpected` → comma expected. */
const wordsOf = ({ error }: ParseError) =>
  printParseErrorCode(error)
    .replaceAll(/(?<=.)([A-Z])/g, ' $1')
    .toLowerCase();

function parse(path: string, text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first === undefined) return root;
  throw invalid(
    'settings_not_json',
    `${path} is not JSON: ${wordsOf(first)} at ${placeOf(text, first.offset)}.`,
    `Correct the file there and run it again. ${UNTOUCHED}`,
    { fields: [{ field: path, problem: `${wordsOf(first)} at ${placeOf(text, first.offset)}` }] },
  );
}

/** However deep it is, it must end in words. */
function withinDepth<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw invalid(
      'settings_too_deep',
      `${path} is nested too deeply to be edited.`,
      `Add the lines by hand. Run throughline print-config to see them. ${UNTOUCHED}`,
      { cause },
    );
  }
}

export const wrongType = (
  { path, text }: Pick<SettingsText, 'path' | 'text'>,
  node: Node,
  what: string,
  wanted: string,
) =>
  invalid(
    'settings_wrong_type',
    `${path}: ${what} must be ${wanted}, and is ${node.type === 'array' ? 'a list' : `of type ${node.type}`}, at ${placeOf(text, node.offset)}.`,
    `Correct it there and run it again. ${UNTOUCHED}`,
  );

export function parseSettings(path: string, given: string): SettingsText {
  const byteOrderMark = given.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = given.slice(byteOrderMark.length);
  return withinDepth(path, () => {
    const root = parse(path, text);
    if (root !== undefined && root.type !== 'object')
      throw wrongType({ path, text }, root, 'the whole file', 'an object');
    return { path, byteOrderMark, text, root, layout: layoutOf(text, root) };
  });
}

/** The parsed value of the text. */
export function parseContent(text: string): unknown {
  const { root } = parseSettings('', text);
  return root && getNodeValue(root);
}
