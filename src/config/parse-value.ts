import { delimiter, isAbsolute, resolve } from 'node:path';
import { invalid, type ThroughlineError } from '../domain/error.ts';
import { storePathOf } from '../domain/store-location.ts';
import { nearest } from '../lib/nearest.ts';
import {
  type BooleanOption,
  describeBounds,
  describeDefault,
  type ListOption,
  maskCredentials,
  type NumberOption,
  type Option,
  type PathOption,
  type Place,
  type TextOption,
  type Value,
} from './option.ts';

interface PathPlace {
  readonly base: string;
  readonly homeDir: string;
}

/** Returns an absolute path, or the problem. Guessing would silently open another store. */
export function resolvePath(
  path: string,
  { base, homeDir }: PathPlace,
): { path: string } | { problem: string } {
  if (path.includes('\0')) return { problem: 'contains a NUL character' };
  if (/^(?:[a-z][a-z\d+.-]+:\/\/|file:|:memory:$)/i.test(path)) {
    return { problem: 'must be a path, not a URL or a name with a special meaning' };
  }
  if (/\$\{|^\$\w|^%\w+%/.test(path)) return { problem: 'contains a variable, which is not expanded' };
  if (/^~[^/\\]/.test(path)) return { problem: 'begins with ~ and a name, which is not expanded' };
  if (!path.startsWith('~')) return { path: resolve(base, path) };
  if (!isAbsolute(homeDir)) return { problem: 'begins with ~, but the home folder is unknown' };
  return { path: resolve(homeDir, `.${path.slice(1)}`) };
}

interface Source extends PathPlace {
  readonly place: Place;
  readonly label: string;
}

/** Says what is wrong with the given value. `problem` follows the label of the source: "must be a path; it is 12". */
type Refuse = (
  problem?: string,
  details?: { readonly allowed?: readonly string[]; readonly limit?: number },
) => ThroughlineError;

const MAX_SHOWN = 80;

function formatGiven(given: unknown): string {
  const text = JSON.stringify(maskCredentials(given)) ?? String(given);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

const mustBe = (option: Option, given: unknown): string =>
  `must be ${describeBounds(option)}; it is ${given === '' ? 'empty' : formatGiven(given)}`;

/** Takes text from flags and environment, or any JSON value from config.json. */
export function parseValue(option: Option, given: unknown, source: Source): Value {
  const { label } = source;
  const refuse: Refuse = (problem = mustBe(option, given), { allowed, limit } = {}) =>
    invalid(
      'config_value_invalid',
      `The ${label} ${problem}.`,
      `Correct the ${label}, or remove it to use the default (${describeDefault(option)}).`,
      {
        fields: [{ field: label, problem, ...(limit === undefined ? {} : { limit }) }],
        ...(allowed && { allowed }),
      },
    );
  return PARSERS[option.type](option as never, given, refuse, source);
}

function parsePath({ isStore }: PathOption, given: unknown, refuse: Refuse, source: Source): string {
  if (typeof given !== 'string' || given.trim() === '') throw refuse();
  const located = isStore ? storePathOf(given.trim()) : { path: given };
  if ('problem' in located) throw refuse(located.problem);
  const resolved = resolvePath(located.path, source);
  if ('problem' in resolved) throw refuse(`${resolved.problem}: ${formatGiven(given)}`);
  return resolved.path;
}

function parseText({ maxLength, format, among }: TextOption, given: unknown, refuse: Refuse): string {
  if (typeof given === 'string') {
    const text = given.trim();
    const isPlain = text !== '' && text.length <= maxLength && text.isWellFormed() && !/\p{Cc}/u.test(text);
    const isKnown = among === undefined || among.includes(text);
    if (isPlain && isKnown && (format === undefined || format.matches.test(text))) return text;
  }
  throw refuse(undefined, among === undefined ? { limit: maxLength } : { allowed: among });
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['yes', true],
  ['no', false],
]);

function parseBoolean(_: BooleanOption, given: unknown, refuse: Refuse): boolean {
  const isScalar = given !== null && typeof given !== 'object';
  const value = isScalar ? BOOLEANS.get(String(given).trim().toLowerCase()) : undefined;
  if (value !== undefined) return value;
  throw refuse(undefined, { allowed: [...BOOLEANS.keys()] });
}

const DECIMAL = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

function parseNumber(option: NumberOption, given: unknown, refuse: Refuse, { place }: Source): number {
  const { isWhole, min = Number.NEGATIVE_INFINITY, above, max } = option;
  const value = place !== 'file' && typeof given === 'string' && DECIMAL.test(given) ? Number(given) : given;
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  const isInRange = isNumber && value <= max && value >= min && (above === undefined || value > above);
  if (isInRange && (!isWhole || Number.isInteger(value))) return value;
  const limit = typeof value === 'number' && value > max ? max : (above ?? option.min);
  throw refuse(undefined, limit === undefined ? {} : { limit });
}

const SEPARATORS = { word: /,/, path: delimiter, pattern: /\r?\n/ } as const;

/** Takes an array from config.json, or a string with separators, in which empty items are ignored. */
function parseList(option: ListOption, given: unknown, refuse: Refuse, source: Source): readonly string[] {
  const allowed = option.among && { allowed: option.among };
  const items = typeof given === 'string' ? splitItems(option, given) : given;
  if (!Array.isArray(items)) throw refuse(undefined, allowed);
  const parsed = items.map((item: unknown) => {
    if (typeof item === 'string' && item.trim() !== '')
      return ITEM_PARSERS[option.of](item, refuse, source, option.among ?? []);
    throw refuse(`${mustBe(option, item)} in the list`, allowed);
  });
  const mayBeEmpty = option.default.length === 0 && source.place === 'file';
  if (parsed.length === 0 && !mayBeEmpty) throw refuse(mustBe(option, ''), allowed);
  return [...new Set(parsed)];
}

function splitItems({ of }: ListOption, given: string): string[] {
  const items = given.split(SEPARATORS[of]);
  return (of === 'word' ? items.map((item) => item.trim()) : items).filter((item) => item.trim() !== '');
}

function parseWord(word: string, refuse: Refuse, _: Source, allowed: readonly string[]): string {
  if (allowed.includes(word)) return word;
  const [suggestion] = nearest(word, allowed);
  const question = suggestion === undefined ? '.' : `, did you mean ${suggestion}?`;
  throw refuse(`contains ${formatGiven(word)}${question} It must be ${allowed.join(', ')}`, { allowed });
}

function parseRoot(path: string, refuse: Refuse, source: Source): string {
  if (!isAbsolute(path) && !path.startsWith('~'))
    throw refuse(`must contain absolute paths; ${formatGiven(path)} is relative`);
  const resolved = resolvePath(path, source);
  if ('problem' in resolved) throw refuse(`${resolved.problem}: ${formatGiven(path)}`);
  return resolved.path;
}

function parsePattern(pattern: string, refuse: Refuse): string {
  let compiled: RegExp;
  try {
    compiled = new RegExp(pattern, 'u');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refuse(`contains an expression that does not compile: ${maskCredentials(why)}`);
  }
  if (compiled.test(''))
    throw refuse(`contains an expression that matches the empty text: ${formatGiven(pattern)}`);
  return pattern;
}

const ITEM_PARSERS = { word: parseWord, path: parseRoot, pattern: parsePattern };

const PARSERS = {
  path: parsePath,
  text: parseText,
  boolean: parseBoolean,
  number: parseNumber,
  list: parseList,
};
