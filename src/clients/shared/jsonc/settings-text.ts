import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { invalid } from '../../../domain/error.ts';
import { type Layout, layoutOf } from './tree.ts';

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
