/** Deeper than any legitimate value; recursive code is safe within it. */
export const MAX_JSON_DEPTH = 100;

export const TOO_DEEP = `is nested deeper than ${MAX_JSON_DEPTH} levels`;

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Level by level, without recursion, because the value may be millions of levels deep. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isParent);
  for (let depth = 0; depth < MAX_JSON_DEPTH; depth += 1) {
    if (level.length === 0) return false;
    level = level.flatMap((parent) => Object.values(parent).filter(isParent));
  }
  return level.length > 0 && level.some((parent) => Object.keys(parent).length > 0);
}

/** For JSON that is well-formed but too deep. Code that catches syntax errors catches it too. */
export class JsonTooDeepError extends SyntaxError {
  constructor() {
    super(`The JSON ${TOO_DEEP}`);
    this.name = 'JsonTooDeepError';
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As `JSON.parse`, for text of unknown origin. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new JsonTooDeepError();
  return value;
}
