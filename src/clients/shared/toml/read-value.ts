/** A value and where it stands. */
export interface TomlValue {
  readonly start: number;
  readonly end: number;
  /** A string, a list, or a map for an inline table. Anything else as it is written. */
  readonly value: unknown;
  /** Of an inline table, in the order of the text. */
  readonly members?: readonly TomlMember[];
}

export interface TomlMember {
  readonly keys: readonly string[];
  readonly start: number;
  readonly value: TomlValue;
}

export type TomlTable = Map<string, unknown>;

export class TomlSyntaxError extends Error {
  readonly offset: number;

  constructor(problem: string, offset: number) {
    super(problem);
    this.offset = offset;
  }
}

const BLANK = /[ \t]*/y;
const SPACE = /(?:[ \t\r\n]|#[^\n]*)*/y;

const skip = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
};

/** Spaces and tabs. */
export const skipBlank = (text: string, from: number): number => skip(BLANK, text, from);
/** Spaces, line ends and comments, inside of lists and inline tables. */
const skipSpace = (text: string, from: number): number => skip(SPACE, text, from);

const STRING = /"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([\s\S]))/g;
const ESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\u001b',
};

const decode = (text: string): string =>
  text.replaceAll(ESCAPE, (_, short?: string, long?: string, byte?: string, one = '') => {
    const code = short ?? long ?? byte;
    if (code === undefined) return ESCAPED[one] ?? one;
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  });

function readString(text: string, start: number): TomlValue {
  STRING.lastIndex = start;
  const written = STRING.exec(text)?.[0];
  if (written === undefined) throw new TomlSyntaxError('closing quotation mark expected', start);
  const quotes = written.startsWith('"""') || written.startsWith("'''") ? 3 : 1;
  const inner = written.slice(quotes, -quotes).replace(quotes === 3 ? /^\r?\n/ : /^$/, '');
  const value = written.startsWith('"') ? decode(inner.replaceAll(/\\[ \t]*\r?\n\s*/g, '')) : inner;
  return { start, end: STRING.lastIndex, value };
}

const BARE_KEY = /[\w-]+/y;

/** Keys with dots between them. */
export function readKeys(
  text: string,
  from: number,
): { readonly keys: readonly string[]; readonly end: number } {
  const keys: string[] = [];
  for (let at = skipBlank(text, from); ; at = skipBlank(text, at)) {
    BARE_KEY.lastIndex = at;
    const bare = BARE_KEY.exec(text)?.[0];
    const quoted = bare === undefined && /["']/.test(text[at] ?? '') ? readString(text, at) : undefined;
    if (bare === undefined && quoted === undefined) throw new TomlSyntaxError('key expected', at);
    keys.push(bare ?? String(quoted?.value));
    const end = quoted?.end ?? at + (bare ?? '').length;
    const dot = skipBlank(text, end);
    if (text[dot] !== '.') return { keys, end };
    at = dot + 1;
  }
}

function readList(text: string, start: number, depth: number): TomlValue {
  const items: unknown[] = [];
  for (let at = skipSpace(text, start + 1); ; ) {
    if (text[at] === ']') return { start, end: at + 1, value: items };
    const item = readValue(text, at, depth);
    items.push(item.value);
    at = skipSpace(text, item.end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] !== ']') throw new TomlSyntaxError('comma or ] expected', at);
  }
}

export const isTable = (value: unknown): value is TomlTable => value instanceof Map;

/** Sets a value; `undefined` only creates the table. */
export function put(table: TomlTable, [key, ...rest]: readonly string[], value: unknown): void {
  if (key === undefined) return;
  const inner = table.get(key);
  if (rest.length === 0 && value !== undefined) table.set(key, value);
  else {
    const next: TomlTable = isTable(inner) ? inner : new Map();
    table.set(key, next);
    put(next, rest, value);
  }
}

function readInlineTable(text: string, start: number, depth: number): TomlValue {
  const members: TomlMember[] = [];
  const table: TomlTable = new Map();
  for (let at = skipSpace(text, start + 1); ; ) {
    if (text[at] === '}') return { start, end: at + 1, value: table, members };
    const { keys, end } = readKeys(text, at);
    const sign = skipSpace(text, end);
    if (text[sign] !== '=') throw new TomlSyntaxError('= expected', sign);
    const value = readValue(text, skipSpace(text, sign + 1), depth);
    members.push({ keys, start: at, value });
    put(table, keys, value.value);
    at = skipSpace(text, value.end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] !== '}') throw new TomlSyntaxError('comma or } expected', at);
  }
}

/** Numbers, booleans and dates, which may have a space before the time. */
const BARE_VALUE = /[\w+.:-]+(?: \d\d:[\d:.+Z-]+)?/y;
const MAX_DEPTH = 200;

export function readValue(text: string, at: number, depth = 0): TomlValue {
  const first = text[at];
  if (first === '"' || first === "'") return readString(text, at);
  if (depth > MAX_DEPTH) throw new TomlSyntaxError('less nesting expected', at);
  if (first === '[') return readList(text, at, depth + 1);
  if (first === '{') return readInlineTable(text, at, depth + 1);
  BARE_VALUE.lastIndex = at;
  const bare = BARE_VALUE.exec(text)?.[0];
  if (bare === undefined) throw new TomlSyntaxError('value expected', at);
  return { start: at, end: at + bare.length, value: bare };
}
