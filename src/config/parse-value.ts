import { delimiter, isAbsolute, resolve } from 'node:path';
import { invalid, type ThroughlineError } from '../domain/error.ts';
import { storePathOf } from '../domain/store-location.ts';
import { nearest } from '../lib/nearest.ts';
import { maskCredentials } from './mask-credentials.ts';
import {
  type BooleanOption,
  describeBounds,
  describeDefault,
  type ListOption,
  type NumberOption,
  type Option,
  type PathOption,
  type Place,
  type TextOption,
  type Value,
} from './option.ts';

interface PathPlace {
  /** The base of relative paths. */
  readonly base: string;
  /** The person's home folder, for `~`. */
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
  if (/\$\{|^\$\w|^%\w+%/.test(path)) return { problem: 'contains a variable that nobody has expanded' };
  if (/^~[^/\\]/.test(path)) return { problem: 'begins with ~ and a name, which is not expanded' };
  if (!path.startsWith('~')) return { path: resolve(base, path) };
  if (!isAbsolute(homeDir)) return { problem: "begins with ~, and the person's home folder is not known" };
  return { path: resolve(homeDir, `.${path.slice(1)}`) };
}

/** Where a value was given, such as `flag --port`, and how its paths are resolved. */
interface Source extends PathPlace {
  readonly place: Place;
  readonly label: string;
}

interface ValueLimits {
  readonly allowed?: readonly string[];
  readonly limit?: number;
}

/** `problem` follows the label of the source: "must be a path; it is 12". */
function valueError(
  option: Option,
  { label }: Source,
  problem: string,
  { allowed, limit }: ValueLimits = {},
): ThroughlineError {
  return invalid(
    'config_value_invalid',
    `The ${label} ${problem}.`,
    `Correct the ${label}, or remove it to use the default (${describeDefault(option)}).`,
    {
      fields: [limit === undefined ? { field: label, problem } : { field: label, problem, limit }],
      ...(allowed && { allowed }),
    },
  );
}

const mustBe = (option: Option, given: unknown): string =>
  `must be ${describeBounds(option)}; it is ${given === '' ? 'empty' : formatGiven(given)}`;

const MAX_SHOWN = 80;

function formatGiven(given: unknown): string {
  const text = JSON.stringify(maskCredentials(given)) ?? String(given);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

const separators = { word: /,/, path: delimiter, pattern: /\r?\n/ } as const;

/** Takes an array from config.json, or a string with separators, in which empty items are ignored. */
export function parseList(option: ListOption, given: unknown, source: Source): readonly string[] {
  const items = typeof given === 'string' ? splitItems(option, given) : given;
  if (!Array.isArray(items)) throw valueError(option, source, mustBe(option, given), allowedWords(option));
  const parsed = items.map((item: unknown) => parseItem(option, item, source));
  const mayBeEmpty = option.default.length === 0 && source.place === 'file';
  if (parsed.length === 0 && !mayBeEmpty) {
    throw valueError(option, source, mustBe(option, ''), allowedWords(option));
  }
  return [...new Set(parsed)];
}

function splitItems({ of }: ListOption, given: string): string[] {
  const items = given.split(separators[of]);
  return (of === 'word' ? items.map((item) => item.trim()) : items).filter((item) => item.trim() !== '');
}

function parseItem(option: ListOption, item: unknown, source: Source): string {
  if (typeof item !== 'string' || item.trim() === '') {
    throw valueError(option, source, `${mustBe(option, item)} in the list`, allowedWords(option));
  }
  switch (option.of) {
    case 'word':
      return parseWord(option, item, source);
    case 'path':
      return parseRoot(option, item, source);
    case 'pattern':
      return parsePattern(option, item, source);
  }
}

function parseWord(option: ListOption, word: string, source: Source): string {
  const { among = [] } = option;
  if (among.includes(word)) return word;
  const [suggestion] = nearest(word, among);
  const question = suggestion === undefined ? '.' : `, did you mean ${suggestion}?`;
  throw valueError(option, source, `holds ${formatGiven(word)}${question} It must be ${among.join(', ')}`, {
    allowed: among,
  });
}

function parseRoot(option: ListOption, path: string, source: Source): string {
  if (!isAbsolute(path) && !path.startsWith('~')) {
    throw valueError(option, source, `must hold absolute paths; ${formatGiven(path)} is relative`);
  }
  const resolved = resolvePath(path, source);
  if ('problem' in resolved) throw valueError(option, source, `${resolved.problem}: ${formatGiven(path)}`);
  return resolved.path;
}

function parsePattern(option: ListOption, pattern: string, source: Source): string {
  const compiled = compile(pattern);
  if (typeof compiled === 'string') {
    throw valueError(
      option,
      source,
      `holds an expression that does not compile: ${maskCredentials(compiled)}`,
    );
  }
  if (compiled.test('')) {
    throw valueError(
      option,
      source,
      `holds an expression that matches the empty text: ${formatGiven(pattern)}`,
    );
  }
  return pattern;
}

function compile(pattern: string): RegExp | string {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const allowedWords = ({ among }: ListOption) => (among === undefined ? {} : { allowed: among });

/** Takes text from flags and environment, or any JSON value from config.json. */
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
  if ('problem' in resolved) throw valueError(option, source, `${resolved.problem}: ${formatGiven(given)}`);
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
