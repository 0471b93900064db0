import { invalid } from '../domain/error.ts';
import { nearest } from '../lib/nearest.ts';
import {
  ENVIRONMENT_PREFIX,
  environmentName,
  flagName,
  isAllowedIn,
  type Option,
  type Place,
} from './option.ts';
import { options } from './schema.ts';

const spellings = {
  flag: {
    code: 'unknown_flag',
    what: 'flag',
    prefix: '--',
    spell: (option: Option) => `--${flagName(option)}`,
  },
  environment: {
    code: 'unknown_environment_variable',
    what: 'environment variable',
    prefix: ENVIRONMENT_PREFIX,
    spell: environmentName,
  },
  file: {
    code: 'unknown_config_key',
    what: 'key in config.json',
    prefix: '',
    spell: ({ name }: Option) => name,
  },
} as const;

/** How an option is written in a place: `--read-only`, `THROUGHLINE_READ_ONLY`, `read_only`. */
export const spell = (option: Option, place: Place): string => spellings[place].spell(option);

/** A name that nobody reads is a typing mistake: ignoring it would run with a setting nobody chose. */
export function refuseUnknown(place: Place, names: readonly string[]): void {
  const known = options.filter((option) => isAllowedIn(option, place)).map((option) => spell(option, place));
  const unknown = names.filter((name) => !known.includes(name));
  const [first] = unknown;
  if (first === undefined) return;
  const { code, what } = spellings[place];
  const others = unknown.length > 1 ? ` (and ${unknown.length - 1} more)` : '';
  throw invalid(code, `Unknown ${what}: ${first}${others}.`, suggest(place, first, known), {
    fields: unknown.map((field) => ({ field, problem: `is not a known ${what}` })),
    allowed: known,
  });
}

function suggest(place: Place, name: string, known: readonly string[]): string {
  const elsewhere = options.find((option) => spell(option, place) === name);
  if (elsewhere !== undefined) return `${name} cannot be set here; use ${spellElsewhere(elsewhere)}.`;
  // The prefix all names share would make any two of them look alike.
  const { prefix } = spellings[place];
  const bare = known.map((candidate) => candidate.slice(prefix.length));
  const meant = nearest(name.slice(prefix.length), bare).map((candidate) => prefix + candidate);
  return meant.length > 0
    ? `Did you mean ${meant.join(' or ')}?`
    : `Remove it, or use one of: ${known.join(', ')}.`;
}

const spellElsewhere = (option: Option): string =>
  (['flag', 'environment', 'file'] as const)
    .filter((place) => isAllowedIn(option, place))
    .map((place) => `the ${spellings[place].what} ${spell(option, place)}`)
    .join(' or ');
