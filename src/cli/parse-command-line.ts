import { parseArgs } from 'node:util';
import { describeOptions } from '../config/describe-options.ts';
import { invalid } from '../domain/error.ts';
import { nearest } from '../lib/nearest.ts';
import type { FlagSpec, FlagValues, ServingCommand } from './define-command.ts';
import { ALL_COMMANDS } from './render-help.ts';

export interface CommandLine {
  readonly command: ServingCommand;
  /** Flags that belong to the configuration. */
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly flags: FlagValues;
  readonly isJson: boolean;
  readonly wantsHelp: boolean;
  /** `help NAME` asks for that one. */
  readonly rest: readonly string[];
}

const COMMON: readonly FlagSpec[] = [
  { name: 'json', description: '' },
  { name: 'help', description: '' },
];

const configFlags = (): FlagSpec[] =>
  describeOptions().flatMap(({ flag, type }) => {
    if (flag === undefined) return [];
    const spec = { name: flag.slice(2), description: '' };
    return [type === 'boolean' ? spec : { ...spec, value: 'VALUE' }];
  });

export function findCommand(name: string): ServingCommand {
  const command = ALL_COMMANDS.find((one) => one.name === name);
  if (command !== undefined) return command;
  const names = ALL_COMMANDS.map((one) => one.name);
  const [near] = nearest(name, names);
  throw invalid(
    'unknown_command',
    `There is no command ${JSON.stringify(name)}.`,
    near === undefined ? 'throughline help lists the commands.' : `Did you mean "throughline ${near}"?`,
    { allowed: names },
  );
}

function refuseFlag(name: string, known: readonly FlagSpec[], command: string): never {
  const [near] = nearest(
    name,
    known.map((flag) => flag.name),
    1,
  );
  throw invalid(
    'unknown_flag',
    `throughline ${command} has no flag --${name}.`,
    near === undefined ? `throughline help ${command} lists its flags.` : `Did you mean --${near}?`,
  );
}

const missingValue = (name: string) =>
  invalid('invalid_arguments', `--${name} needs a value.`, `Write --${name} VALUE, or --${name}=VALUE.`);

/** Splits `COMMAND --flags` into what configures the program and what the command itself takes. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const [name = '', ...args] = argv;
  const command = findCommand(name);
  const config = configFlags();
  const known = [...command.flags, ...config, ...COMMON];
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      known.map((flag) => [flag.name, { type: flag.value === undefined ? 'boolean' : 'string' }]),
    ),
  });
  const values = new Map<string, string[]>();
  const rest: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') rest.push(token.value);
    if (token.kind !== 'option') continue;
    const spec = known.find((flag) => flag.name === token.name && token.rawName === `--${token.name}`);
    if (spec === undefined) refuseFlag(token.name, known, name);
    const isFlagInstead = token.value?.startsWith('--') && !token.inlineValue;
    if (spec.value !== undefined && (token.value === undefined || isFlagInstead))
      throw missingValue(token.name);
    const earlier = values.get(token.name) ?? [];
    if (earlier.length > 0 && !spec.isRepeatable) {
      throw invalid('invalid_arguments', `--${token.name} is given twice.`, 'Give it once.');
    }
    values.set(token.name, [...earlier, token.value ?? '']);
  }
  if (rest.length > (name === 'help' ? 1 : 0)) {
    throw invalid(
      'invalid_arguments',
      `throughline ${name} takes no argument ${JSON.stringify(rest.at(-1))}.`,
      `throughline help ${name} shows what it takes.`,
    );
  }
  const isSet = (flag: string) => values.has(flag);
  const options = Object.fromEntries(
    config.flatMap((flag) => {
      const value = values.get(flag.name)?.[0];
      if (value === undefined) return [];
      return [[flag.name, flag.value === undefined && value === '' ? true : value]];
    }),
  );
  return {
    command,
    options,
    flags: Object.fromEntries(command.flags.map((flag) => [flag.name, values.get(flag.name)])),
    isJson: isSet('json'),
    wantsHelp: isSet('help'),
    rest,
  };
}
