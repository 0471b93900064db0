import { invalid } from '../domain/error.ts';
import { JsonTooDeepError, parseJson, TOO_DEEP } from '../lib/json-depth.ts';
import { findJsonError } from './find-json-error.ts';

export type ReadFile = (path: string) => string | undefined;

/** The keys of config.json with their values, none when there is no such file. */
export function readConfigFile(path: string, readFile: ReadFile): ReadonlyMap<string, unknown> {
  const text = read(path, readFile)?.replace(/^\uFEFF/, '');
  if (text === undefined) return new Map();
  const content = parse(path, text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw unreadable(path, 'must hold one JSON object', 'Write the options as { "key": value }');
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
    const where = describePlace(text, findJsonError(text));
    throw unreadable(path, `is not valid JSON${where}`, 'Correct the file (JSON has no comments)', cause);
  }
}

function describePlace(text: string, offset: number | undefined): string {
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
