import { invalid } from '../domain/error.ts';
import { isJsonObject, JsonTooDeepError, MAX_JSON_DEPTH, parseJson, TOO_DEEP } from '../lib/json-depth.ts';

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\r\n\t]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The offset at which a text stops being JSON. V8's own message does not always name it. */
export function findJsonError(text: string): number | undefined {
  let at = 0;
  const eat = (token: RegExp): boolean => {
    token.lastIndex = at;
    const length = token.exec(text)?.[0].length;
    at += length ?? 0;
    return length !== undefined;
  };
  const eatSign = (sign: string): boolean => {
    eat(SPACE);
    const isThere = text[at] === sign;
    at += isThere ? 1 : 0;
    return isThere;
  };
  const eatItems = (end: string, eatItem: () => boolean): boolean => {
    if (eatSign(end)) return true;
    do {
      if (!eatItem()) return false;
    } while (eatSign(','));
    return eatSign(end);
  };
  const eatMember = (): boolean => {
    eat(SPACE);
    return eat(STRING) && eatSign(':') && eatValue();
  };
  let depth = 0;
  const eatInside = (end: string, eatItem: () => boolean): boolean => {
    depth += 1;
    const isEaten = depth <= MAX_JSON_DEPTH && eatItems(end, eatItem);
    depth -= 1;
    return isEaten;
  };
  const eatValue = (): boolean => {
    if (eatSign('{')) return eatInside('}', eatMember);
    if (eatSign('[')) return eatInside(']', eatValue);
    return eat(STRING) || eat(SCALAR);
  };
  if (!eatValue()) return at;
  eat(SPACE);
  return at === text.length ? undefined : at;
}

export type ReadFile = (path: string) => string | undefined;

export function readConfigFile(path: string, readFile: ReadFile): ReadonlyMap<string, unknown> {
  const text = read(path, readFile)?.replace(/^\uFEFF/, '');
  if (text === undefined) return new Map();
  const content = parse(path, text);
  if (!isJsonObject(content)) {
    throw unreadable(path, 'must contain one JSON object', 'Write the options as { "key": value }');
  }
  return new Map(Object.entries(content));
}

function read(path: string, readFile: ReadFile): string | undefined {
  try {
    return readFile(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unreadable(path, `cannot be read: ${reason}`, 'Make the file readable', cause);
  }
}

function parse(path: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    if (cause instanceof JsonTooDeepError)
      throw unreadable(path, TOO_DEEP, 'Write the options as { "key": value }', cause);
    const where = describeErrorPosition(text, findJsonError(text));
    throw unreadable(path, `is not valid JSON${where}`, 'Correct the file (JSON has no comments)', cause);
  }
}

function describeErrorPosition(text: string, offset: number | undefined): string {
  if (offset === undefined) return '';
  const before = text.slice(0, offset).split('\n');
  const found = offset === text.length ? 'the end of the file' : JSON.stringify(text[offset]);
  return `: unexpected ${found} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

const unreadable = (path: string, problem: string, hint: string, cause?: unknown) =>
  invalid('config_unreadable', `${path} ${problem}.`, `${hint}, or remove it to use the defaults.`, {
    fields: [{ field: path, problem }],
    ...(cause !== undefined && { cause }),
  });
