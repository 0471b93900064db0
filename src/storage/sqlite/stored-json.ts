import type { SqlValue } from './driver.ts';

function valueIn(stored: SqlValue | undefined): unknown {
  try {
    return JSON.parse(String(stored));
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list that cannot be read any more is empty: it must not keep anybody from the rest. */
export function listIn(stored: SqlValue | undefined): readonly string[] {
  if (stored === '[]') return [];
  const list = valueIn(stored);
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** `damaged` stands for an object that cannot be read any more. */
export function objectIn<Value extends object | null>(stored: SqlValue | undefined, damaged: Value): Value {
  const value = valueIn(stored);
  return isObject(value) ? (value as Value) : damaged;
}

export const holdsObject = (stored: SqlValue | undefined): boolean => isObject(valueIn(stored));

/** In SQL: a column whose JSON is damaged reads as an empty object, where SQLite would refuse the whole query. */
export const jsonOrEmpty = (column: string): string => `iif(json_valid(${column}), ${column}, '{}')`;

/** Whoever read only what stands for a damaged value does not write that over what is left of it. */
export const keepsDamaged = (column: string, given: string, mark: string) =>
  `${column} = iif(json_valid(${column}) OR ${given} <> ${mark}, ${given}, ${column})`;
