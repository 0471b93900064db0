import { resolve } from 'node:path';
import { describeOption } from '../config/option.ts';
import { options } from '../config/schema.ts';
import { invalid } from '../domain/error.ts';
import { DAY_MS, type Instant, instantFromMs, isIsoDate, plusMs } from '../domain/instant.ts';
import { RECORD_TYPES } from '../domain/record/record.ts';
import { nearest } from '../lib/nearest.ts';
import type { FlagSpec, FlagValues } from './define-command.ts';

export const COMMON_FLAGS: readonly FlagSpec[] = [
  { name: 'json', description: 'Answer as JSON.' },
  { name: 'no-color', description: 'No colours; NO_COLOR in the environment does the same.' },
  { name: 'help', description: 'Show the help of a command; -h for short.' },
];

export const configFlags = (): FlagSpec[] =>
  options.map(describeOption).flatMap(({ flag, type, allowed, description, default: preset }) => {
    if (flag === undefined) return [];
    const spec = { name: flag.slice(2), description: `${description} Default: ${preset}.` };
    if (type === 'boolean') return [spec];
    return [{ ...spec, value: type.toUpperCase(), ...(allowed === undefined ? {} : { choices: allowed }) }];
  });

export const globalFlags = (): readonly FlagSpec[] => [...COMMON_FLAGS, ...configFlags()];

/** Flags that several commands share. */
export const sessionFlag: FlagSpec = {
  name: 'session',
  value: 'ID',
  description: 'The session it belongs to; default: the one that is active here, if any.',
};

export const cursorFlag: FlagSpec = {
  name: 'cursor',
  value: 'CURSOR',
  description: 'Where the previous page ended.',
};

const MAX_LIMIT = 200;

export const limitFlag = (preset: number): FlagSpec => ({
  name: 'limit',
  value: 'N',
  description: `How many at most, 1 to ${MAX_LIMIT}; default ${preset}.`,
});

export const parseLimit = ({ limit }: FlagValues): number | undefined =>
  parseNumber('--limit', limit?.[0], { min: 1, max: MAX_LIMIT });

export const allProjectsFlag: FlagSpec = {
  name: 'all-projects',
  description: 'Of every project, not only this one.',
};

export function parseAllProjects(flags: FlagValues): boolean {
  if (flags['all-projects'] === undefined) return false;
  if (flags.project === undefined) return true;
  throw invalid(
    'arguments_contradict',
    '--all-projects is for every project, and --project for one.',
    'Leave out one of them.',
  );
}

export const typeFlag = (description: string): FlagSpec => ({
  name: 'type',
  value: 'TYPE',
  choices: RECORD_TYPES,
  description,
});

/** Returns undefined for a flag that was not given, as all parsers here. */
export function parseChoice<Choice extends string>(
  name: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (given === undefined) return undefined;
  const chosen = choices.find((choice) => choice === given);
  if (chosen !== undefined) return chosen;
  const [near] = nearest(given.replaceAll('-', '_'), choices, 1);
  throw invalid(
    'invalid_arguments',
    `${name} cannot be ${JSON.stringify(given)}.`,
    near === undefined ? 'Pass one of the allowed values.' : `Did you mean ${near}?`,
    { fields: [{ field: name, problem: `must be one of ${choices.join(', ')}` }], allowed: choices },
  );
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isFraction?: boolean;
}

export function parseNumber(
  flag: string,
  given: string | undefined,
  { min, max, isFraction = false }: Bounds,
): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  const shape = isFraction ? /^\d+(?:\.\d+)?$/ : /^\d+$/;
  if (shape.test(given) && number >= min && number <= max) return number;
  const kind = isFraction ? 'a number' : 'a whole number';
  const problem = `must be ${kind} from ${min} to ${max}, not ${JSON.stringify(given)}`;
  throw invalid('invalid_arguments', `${flag} ${problem}.`, `Pass ${flag} with a number in that range.`, {
    fields: [{ field: flag, problem, limit: number > max ? max : min }],
  });
}

export function parseInstant(flag: string, given: string | undefined): Instant | undefined {
  if (given === undefined) return undefined;
  if (isIsoDate(given)) return instantFromMs(Date.parse(given));
  const problem = `must be a date or time such as 2026-03-01 or 2026-03-01T09:30:00Z, not ${JSON.stringify(given)}`;
  throw invalid('invalid_arguments', `${flag} ${problem}.`, 'Write it year first, as in ISO 8601.', {
    fields: [{ field: flag, problem }],
  });
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** For an inclusive end: a date without a time means the end of that day. */
export function parseEndInstant(flag: string, given: string | undefined): Instant | undefined {
  const instant = parseInstant(flag, given);
  return instant !== undefined && DATE_ONLY.test(given ?? '') ? plusMs(instant, DAY_MS - 1) : instant;
}

/** Relative to the current folder. A `~` that the shell did not expand is kept, and refused later. */
export const parsePath = (given: string): string => (given.startsWith('~') ? given : resolve(given));

const STDIN = '-';

export const STDIN_HELP = '"-" reads it from standard input, without the newline that ends it.';

/** A pipe ends its last line with a newline, which is not part of the text. */
const withoutFinalNewline = (text: string) => text.replace(/\r?\n$/, '');

export const readTextOrStdin = async (given: string, readStdin: () => Promise<string>): Promise<string> =>
  given === STDIN ? withoutFinalNewline(await readStdin()) : given;

export const joinWords = (words: readonly string[]): string => words.join(' ');

export function refuseStdinTwice(flags: readonly string[]): void {
  if (flags.filter((given) => given === STDIN).length < 2) return;
  throw invalid(
    'invalid_arguments',
    'Only one text can come from standard input.',
    'Write "-" for one of them and the others as they are.',
  );
}
