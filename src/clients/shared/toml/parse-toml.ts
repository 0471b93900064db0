import { invalid } from '../../../domain/error.ts';
import { placeOf } from '../jsonc/settings-text.ts';
import {
  isTable,
  put,
  readKeys,
  readValue,
  skipBlank,
  TomlSyntaxError,
  type TomlTable,
  type TomlValue,
} from './read-value.ts';

/** A line that opens a table, or one that sets a key. */
export interface TomlLine {
  readonly kind: 'table' | 'list' | 'pair';
  /** From the root, with the table the line stands in. */
  readonly keys: readonly string[];
  /** From the first to the last character, without what follows in the line. */
  readonly start: number;
  readonly end: number;
  /** Of a pair. */
  readonly value?: TomlValue;
}

/** A TOML file as it was read. */
export interface TomlText {
  readonly path: string;
  readonly byteOrderMark: string;
  /** Without the mark. */
  readonly text: string;
  readonly newline: string;
  readonly lines: readonly TomlLine[];
}

const isBelow = (keys: readonly string[], top: readonly string[]): boolean =>
  top.every((key, index) => keys[index] === key);

const BYTE_ORDER_MARK = '\uFEFF';

function readHeader(text: string, start: number): TomlLine {
  const isList = text.startsWith('[[', start);
  const { keys, end } = readKeys(text, start + (isList ? 2 : 1));
  const close = isList ? ']]' : ']';
  const at = skipBlank(text, end);
  if (!text.startsWith(close, at)) throw new TomlSyntaxError(`${close} expected`, at);
  return { kind: isList ? 'list' : 'table', keys, start, end: at + close.length };
}

function readPair(text: string, start: number, table: readonly string[]): TomlLine {
  const { keys, end } = readKeys(text, start);
  const at = skipBlank(text, end);
  if (text[at] !== '=') throw new TomlSyntaxError('= expected', at);
  const value = readValue(text, skipBlank(text, at + 1));
  return { kind: 'pair', keys: [...table, ...keys], start, end: value.end, value };
}

const REST_OF_LINE = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;

/** Where the next line begins. Throws unless only a comment follows. */
function endLine(text: string, from: number): number {
  REST_OF_LINE.lastIndex = from;
  if (!REST_OF_LINE.test(text)) throw new TomlSyntaxError('end of line expected', skipBlank(text, from));
  return REST_OF_LINE.lastIndex;
}

/** Every table and every key at most once. In each item of a list of tables they begin anew. */
function refuseTwice(seen: Map<string, readonly string[]>, { kind, keys, start }: TomlLine): void {
  if (kind === 'list') {
    for (const [name, below] of seen) if (isBelow(below, keys)) seen.delete(name);
    return;
  }
  const name = JSON.stringify(keys);
  if (seen.has(name)) throw new TomlSyntaxError(`${keys.join('.')} for the second time`, start);
  seen.set(name, keys);
}

function readLines(text: string): readonly TomlLine[] {
  const lines: TomlLine[] = [];
  const seen = new Map<string, readonly string[]>();
  let table: readonly string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = skipBlank(text, at);
    const first = text[start];
    if (first === undefined || first === '#' || first === '\n' || first === '\r') {
      at = endLine(text, start);
      continue;
    }
    const line = first === '[' ? readHeader(text, start) : readPair(text, start, table);
    refuseTwice(seen, line);
    if (line.kind !== 'pair') table = line.keys;
    lines.push(line);
    at = endLine(text, line.end);
  }
  return lines;
}

/** Throws `settings_not_toml` with the place of the first mistake. */
export function parseToml(path: string, given: string): TomlText {
  const byteOrderMark = given.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = given.slice(byteOrderMark.length);
  try {
    const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
    return { path, byteOrderMark, text, newline, lines: readLines(text) };
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    const problem = `${error.message} at ${placeOf(text, error.offset)}`;
    throw invalid(
      'settings_not_toml',
      `${path} is not TOML: ${problem}.`,
      'Correct the file there and run it again. Nothing was changed.',
      { fields: [{ field: path, problem }] },
    );
  }
}

/** The value at these keys, tables as maps; undefined if there is none. Lists of tables are not looked into. */
export function valueAt({ lines }: Pick<TomlText, 'lines'>, keys: readonly string[]): unknown {
  const root: TomlTable = new Map();
  let isInList = false;
  for (const line of lines) {
    if (line.kind !== 'pair') isInList = line.kind === 'list';
    if (!isInList && (isBelow(line.keys, keys) || isBelow(keys, line.keys)))
      put(root, line.keys, line.value?.value);
  }
  return keys.reduce<unknown>((table, key) => (isTable(table) ? table.get(key) : undefined), root);
}
