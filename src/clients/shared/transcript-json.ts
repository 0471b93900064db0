import type { Instant } from '../../domain/instant.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';

/** Where an entry of a transcript is from. */
export interface LinePlace {
  readonly line: number;
  readonly at: Instant | null;
}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Empty for anything that is no JSON object. */
export function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const IS_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

export const instantOf = (value: unknown): Instant | null =>
  typeof value === 'string' && IS_INSTANT.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : null;
