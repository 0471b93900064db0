import { resolve } from 'node:path';
import { describeOption } from '../config/option.ts';
import { options } from '../config/schema.ts';
import { invalid } from '../domain/error.ts';
import { DAY_MS, type Instant, instantFromMs, isIsoDate, plusMs } from '../domain/instant.ts';
import { RECORD_TYPES, type RecordType } from '../domain/record/record.ts';
import { nearest } from '../lib/nearest.ts';
import type { CommandContext, Flag, FlagSpec, FlagValues } from './define-command.ts';

export const COMMON_FLAGS: readonly FlagSpec[] = [
  { name: 'json', description: 'Print the result as JSON.' },
  { name: 'no-color', description: 'Turn off color. Setting NO_COLOR in the environment does the same.' },
  { name: 'help', description: 'Show help for a command (short: -h).' },
];

export const configFlags = (): FlagSpec[] =>
  options.map(describeOption).flatMap(({ flag, type, allowed, description, default: preset }) => {
    if (flag === undefined) return [];
    const spec = {
      name: flag.slice(2),
      description: preset === 'none' ? description : `${description} Default: ${preset}.`,
    };
    if (type === 'boolean') return [spec];
    return [{ ...spec, value: type.toUpperCase(), ...(allowed === undefined ? {} : { choices: allowed }) }];
  });

export const globalFlags = (): readonly FlagSpec[] => [...COMMON_FLAGS, ...configFlags()];

export const switchFlag = (description: string): Flag<boolean> => ({
  description,
  parse: (given) => given !== undefined,
});

/** A flag whose value becomes what `parse` makes of it; undefined if it was not given. */
const valueFlag = <Value>(
  value: string,
  description: string,
  parse: (given: string, flag: string) => Value,
  choices?: readonly string[],
): Flag<Value | undefined> => ({
  value,
  ...(choices === undefined ? {} : { choices }),
  description,
  parse: ([first] = [], flag) => (first === undefined ? undefined : parse(first, flag)),
});

export const textFlag = (value: string, description: string) =>
  valueFlag(value, description, (given) => given);

export const textsFlag = (value: string, description: string): Flag<readonly string[] | undefined> => ({
  value,
  description,
  isRepeatable: true,
  parse: (given) => given,
});

export const choiceFlag = <Choice extends string>(
  value: string,
  choices: readonly Choice[],
  description: string,
): Flag<Choice | undefined> =>
  valueFlag(value, description, (given, flag) => parseChoice(flag, given, choices), choices);

export const numberFlag = (value: string, bounds: Bounds, description: string) =>
  valueFlag(value, description, (given, flag) => parseNumber(flag, given, bounds));

export const timeFlag = (description: string) => valueFlag('TIME', description, parseInstant);

const AGO = /^(\d{1,5})([dwmy])$/;
const AGO_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

/** Also takes a time span before now, such as 90d. */
export const pastTimeFlag = (description: string) =>
  valueFlag('TIME', description, (given, flag): ((now: Instant) => Instant) => {
    const [, count, unit = ''] = AGO.exec(given) ?? [];
    if (count !== undefined) return (now) => plusMs(now, -Number(count) * (AGO_DAYS[unit] ?? 1) * DAY_MS);
    const instant = parseInstant(given, flag, ', or 90d for ninety days ago');
    return () => instant;
  });

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** For an inclusive end: a date without a time means the end of that day. */
export const endTimeFlag = (description: string) =>
  valueFlag('TIME', description, (given, flag) => {
    const instant = parseInstant(given, flag);
    return DATE_ONLY.test(given) ? plusMs(instant, DAY_MS - 1) : instant;
  });

export const sessionFlag = textFlag(
  'ID',
  'The session of the record. Default: the active one here, if there is one.',
);
export const cursorFlag = textFlag('CURSOR', 'The cursor from the previous page.');
export const yesFlag = switchFlag('Do not ask for confirmation. Required without a terminal.');
export const briefFlag = switchFlag('Show a short report of about 1,600 characters.');
export const allProjectsFlag = switchFlag('Include all projects.');
/** Shorter words that people use for types. */
const TYPE_WORDS: Readonly<Record<string, RecordType>> = {
  loop: 'open_loop',
  focus: 'next_session_focus',
  delta: 'relational_delta',
};

export const typeFlag = (description: string) =>
  valueFlag(
    'TYPE',
    description,
    (given, flag) => TYPE_WORDS[given] ?? parseChoice(flag, given.replaceAll('-', '_'), RECORD_TYPES),
    RECORD_TYPES,
  );

const MAX_LIMIT = 200;

export const limitFlag = (preset: number) =>
  numberFlag('N', { min: 1, max: MAX_LIMIT }, `The maximum number, 1 to ${MAX_LIMIT}. Default: ${preset}.`);

export const contradiction = (message: string, hint = 'Pass one of them.') =>
  invalid('arguments_contradict', message, hint);

export function refuseProject(flag: string, isGiven: boolean, given: FlagValues, written = ''): void {
  if (isGiven && given.project !== undefined)
    throw contradiction(`${flag} and --project cannot be combined.`, `Pass one of them${written}.`);
}

export function parseChoice<Choice extends string>(name: string, given: string, choices: readonly Choice[]) {
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

function parseNumber(flag: string, given: string, { min, max, isFraction = false }: Bounds): number {
  const number = Number(given);
  const shape = isFraction ? /^\d+(?:\.\d+)?$/ : /^\d+$/;
  if (shape.test(given) && number >= min && number <= max) return number;
  const kind = isFraction ? 'a number' : 'a whole number';
  const problem = `must be ${kind} from ${min} to ${max}, not ${JSON.stringify(given)}`;
  throw invalid('invalid_arguments', `${flag} ${problem}.`, `Pass ${flag} with a number in that range.`, {
    fields: [{ field: flag, problem, limit: number > max ? max : min }],
  });
}

function parseInstant(given: string, flag: string, orElse = ''): Instant {
  if (isIsoDate(given)) return instantFromMs(Date.parse(given));
  const problem = `must be a date or time such as 2026-03-01 or 2026-03-01T09:30:00Z${orElse}, not ${JSON.stringify(given)}`;
  throw invalid('invalid_arguments', `${flag} ${problem}.`, 'Pass an ISO 8601 date or time.', {
    fields: [{ field: flag, problem }],
  });
}

/** Relative to the current folder. A `~` that the shell did not expand is kept, and refused later. */
export const parsePath = (given: string): string => (given.startsWith('~') ? given : resolve(given));

const STDIN = '-';

export const STDIN_HELP = 'Pass "-" to read it from standard input, without its last newline.';

/** A pipe ends its last line with a newline, which is not part of the text. */
const withoutFinalNewline = (text: string) => text.replace(/\r?\n$/, '');

export async function readTextOrStdin(
  words: readonly string[],
  { readStdin }: Pick<CommandContext, 'readStdin'>,
): Promise<string> {
  const given = words.join(' ');
  return given === STDIN ? withoutFinalNewline(await readStdin()) : given;
}

export function refuseStdinTwice(flags: readonly string[]): void {
  if (flags.filter((given) => given === STDIN).length < 2) return;
  throw invalid(
    'invalid_arguments',
    'Only one text can come from standard input.',
    'Pass "-" for one of them only.',
  );
}
