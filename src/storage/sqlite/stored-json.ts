import { attempt } from '../../lib/attempt.ts';
import { isJsonObject } from '../../lib/json-depth.ts';
import type { SqlValue } from './driver.ts';
import { raw, type SqlPart, sql } from './sql.ts';

const valueIn = (stored: SqlValue | undefined): unknown => attempt(() => JSON.parse(String(stored)));

/** A list that can no longer be read is empty, so that the rest of its row stays readable. */
export function listIn(stored: SqlValue | undefined): readonly string[] {
  if (stored === '[]') return [];
  const list = valueIn(stored);
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** Returns `damaged` where the stored object can no longer be read. */
export function objectIn<Value extends object | null>(stored: SqlValue | undefined, damaged: Value): Value {
  const value = valueIn(stored);
  return isJsonObject(value) ? (value as Value) : damaged;
}

export const isStoredObject = (stored: SqlValue | undefined): boolean => isJsonObject(valueIn(stored));

/** In SQL: a column whose JSON is damaged reads as an empty object, where SQLite would refuse the whole query. */
export const jsonOrEmpty = (column: string): string => `iif(json_valid(${column}), ${column}, '{}')`;

/** A caller that read a placeholder for a damaged value must not write it over the damaged bytes. */
export const keepsDamaged = (name: string, placeholder: string): SqlPart => {
  const [column, given] = [raw(name), raw(`excluded.${name}`)];
  return sql`${column} = iif(json_valid(${column}) OR ${given} <> ${placeholder}, ${given}, ${column})`;
};
