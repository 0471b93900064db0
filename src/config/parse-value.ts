import { storePathOf } from '../domain/store-location.ts';
import type { BooleanOption, NumberOption, Option, PathOption, TextOption, Value } from './option.ts';
import { parseList } from './parse-list.ts';
import { resolvePath } from './resolve-path.ts';
import { mustBe, type Source, show, valueError } from './value-error.ts';

/** Untrusted value → typed value: text from flags and environment, whatever JSON can hold from config.json. */
export function parseValue(option: Option, given: unknown, source: Source): Value {
  switch (option.type) {
    case 'path':
      return parsePath(option, given, source);
    case 'text':
      return parseText(option, given, source);
    case 'boolean':
      return parseBoolean(option, given, source);
    case 'number':
      return parseNumber(option, given, source);
    case 'list':
      return parseList(option, given, source);
  }
}

function parsePath(option: PathOption, given: unknown, source: Source): string {
  if (typeof given !== 'string' || given.trim() === '') {
    throw valueError(option, source, mustBe(option, given));
  }
  const located = option.isStore ? storePathOf(given.trim()) : { path: given };
  if ('problem' in located) throw valueError(option, source, located.problem);
  const resolved = resolvePath(located.path, source);
  if ('problem' in resolved) throw valueError(option, source, `${resolved.problem}: ${show(given)}`);
  return resolved.path;
}

function parseText(option: TextOption, given: unknown, source: Source): string {
  const { maxLength, format, among } = option;
  if (typeof given === 'string') {
    const text = given.trim();
    const isPlain = text !== '' && text.length <= maxLength && text.isWellFormed() && !/\p{Cc}/u.test(text);
    const isKnown = among === undefined || among.includes(text);
    if (isPlain && isKnown && (format === undefined || format.matches.test(text))) return text;
  }
  if (among !== undefined) throw valueError(option, source, mustBe(option, given), { allowed: among });
  throw valueError(option, source, mustBe(option, given), { limit: maxLength });
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['yes', true],
  ['no', false],
]);

function parseBoolean(option: BooleanOption, given: unknown, source: Source): boolean {
  const isScalar = given !== null && typeof given !== 'object';
  const value = isScalar ? booleans.get(String(given).trim().toLowerCase()) : undefined;
  if (value !== undefined) return value;
  throw valueError(option, source, mustBe(option, given), { allowed: [...booleans.keys()] });
}

const DECIMAL = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

function parseNumber(option: NumberOption, given: unknown, source: Source): number {
  const isNumberAsText = source.place !== 'file' && typeof given === 'string' && DECIMAL.test(given);
  const value = isNumberAsText ? Number(given) : given;
  if (typeof value === 'number' && isInRange(option, value)) return value;
  const isTooHigh = typeof value === 'number' && value > option.max;
  const limit = isTooHigh ? option.max : (option.above ?? option.min);
  throw valueError(option, source, mustBe(option, given), limit === undefined ? {} : { limit });
}

function isInRange({ isWhole, min, above, max }: NumberOption, value: number): boolean {
  if (!Number.isFinite(value) || (isWhole && !Number.isInteger(value))) return false;
  return value <= max && (min === undefined || value >= min) && (above === undefined || value > above);
}
