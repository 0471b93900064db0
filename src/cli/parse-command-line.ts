import { invalid } from '../domain/error.ts';
import { nearest } from '../lib/nearest.ts';
import type { FlagSpec, FlagValues, ServingCommand } from './define-command.ts';
import { findCommand, LISTS_COMMANDS, refuseCommand, subcommandsOf } from './find-command.ts';
import { scanArguments, type Token } from './scan-arguments.ts';
import { configFlags, sharedFlags } from './shared-flags.ts';

export interface CommandLine {
  readonly command: ServingCommand;
  /** As it was called: its name, or an alias. */
  readonly calledAs: string;
  /** Flags that belong to the configuration. */
  readonly options: Readonly<Record<string, string | boolean>>;
  /** All that were typed, also those of the configuration: some contradict what a command is told. */
  readonly flags: FlagValues;
  readonly isJson: boolean;
  readonly hasColour: boolean;
  /** What stands after the command and is no flag. */
  readonly words: readonly string[];
}

/** A question instead of a command: `help session end`, `session --help`, `--help`, `--version`. */
export interface Question {
  readonly about: 'help' | 'version';
  /** Of which command. */
  readonly words: readonly string[];
  readonly isJson: boolean;
}

type FlagToken = Extract<Token, { kind: 'flag' }>;

function refuseFlag({ raw, name }: FlagToken, known: readonly FlagSpec[], command: string): never {
  const names = known.map((flag) => flag.name);
  const [near] = nearest(name, names, 1);
  throw invalid(
    'unknown_flag',
    `throughline ${command} has no flag ${raw}.`,
    near === undefined
      ? `throughline help ${command} lists its flags. For text that begins with a dash, write -- before it.`
      : `Did you mean --${near}?`,
  );
}

function checkFlag(token: FlagToken, spec: FlagSpec): void {
  const { name, value, isInline } = token;
  if (spec.value !== undefined && value === undefined) {
    throw invalid(
      'invalid_arguments',
      `--${name} needs a value.`,
      `Write --${name} ${spec.value}, or --${name}=${spec.value}.`,
    );
  }
  const isOwnSwitch = spec.value === undefined && !configFlags().some((flag) => flag.name === name);
  if (isOwnSwitch && isInline) {
    throw invalid(
      'invalid_arguments',
      `--${name} takes no value.`,
      `Write --${name} alone, or leave it out.`,
    );
  }
}

/** Each flag with all its values, every one of them known to the command. */
function collectFlags(tokens: readonly Token[], known: readonly FlagSpec[], command: string) {
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'flag') continue;
    const isSpelled = token.raw.startsWith('--') || token.raw === '-h';
    const spec = known.find((flag) => isSpelled && flag.name === token.name);
    if (spec === undefined) refuseFlag(token, known, command);
    checkFlag(token, spec);
    const earlier = values.get(token.name) ?? [];
    if (earlier.length > 0 && !spec.isRepeatable && spec.value !== undefined) {
      throw invalid('invalid_arguments', `--${token.name} is given twice.`, 'Give it once.');
    }
    values.set(token.name, [...earlier, token.value ?? '']);
  }
  return values;
}

/** As many words as the command has places for. */
function checkWords({ positionals = [] }: ServingCommand, calledAs: string, words: readonly string[]): void {
  const missing = positionals.filter(({ isOptional }) => !isOptional)[words.length];
  if (missing !== undefined) {
    throw invalid(
      'invalid_arguments',
      `throughline ${calledAs} needs ${missing.name}: ${missing.description}`,
      `throughline help ${calledAs} shows examples.`,
    );
  }
  const takesMore = positionals.at(-1)?.isRepeatable === true;
  if (takesMore || words.length <= positionals.length) return;
  const extra = JSON.stringify(words[positionals.length]);
  throw invalid(
    'invalid_arguments',
    positionals.length === 0
      ? `throughline ${calledAs} takes no argument ${extra}.`
      : `throughline ${calledAs} takes ${positionals.map(({ name }) => name).join(' ')} and no ${extra} after it.`,
    `throughline help ${calledAs} shows what it takes; text of several words goes in quotes.`,
  );
}

type Commands = readonly ServingCommand[];

/** Without a command, the flags are looked at all the same: one of them may be the mistake. */
function refuseFlagsAlone(commands: Commands, tokens: readonly Token[]): void {
  const known = [...sharedFlags(), ...commands.flatMap(({ flags }) => flags)];
  for (const token of tokens) {
    if (token.kind !== 'flag') continue;
    const spec = known.find((flag) => token.raw === `--${flag.name}`);
    if (spec !== undefined) checkFlag(token, spec);
    else throw invalid('unknown_flag', `throughline has no flag ${token.raw}.`, LISTS_COMMANDS);
  }
}

/** The words name no command: that may be a question, and is a mistake otherwise. */
function questionOf(commands: Commands, tokens: readonly Token[], words: readonly string[]): Question {
  const [group] = words;
  const has = (name: string) => tokens.some((token) => token.kind === 'flag' && token.name === name);
  const isJson = has('json');
  const isGroup = group === undefined || (words.length === 1 && subcommandsOf(commands, group).length > 0);
  if (has('help') && isGroup) return { about: 'help', words, isJson };
  const isVersion = group === undefined ? has('version') : words.length === 1 && group === 'version';
  if (isVersion) return { about: 'version', words: [], isJson };
  if (group === undefined) refuseFlagsAlone(commands, tokens);
  return refuseCommand(commands, words);
}

/** Flags that configure the program, as the configuration takes them. */
const optionsIn = (values: ReadonlyMap<string, readonly string[]>): CommandLine['options'] =>
  Object.fromEntries(
    configFlags().flatMap((flag) => {
      const value = values.get(flag.name)?.[0];
      if (value === undefined) return [];
      return [[flag.name, flag.value === undefined && value === '' ? true : value]];
    }),
  );

const tokensIn = (commands: Commands, argv: readonly string[]) =>
  scanArguments(argv, [...sharedFlags(), ...commands.flatMap(({ flags }) => flags)]);

/** Splits what was typed into the command, what configures the program, and what the command itself takes. */
export function parseCommandLine(argv: readonly string[], commands: Commands): CommandLine | Question {
  const tokens = tokensIn(commands, argv);
  const all = tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : []));
  const found = findCommand(commands, all);
  if (found === undefined) return questionOf(commands, tokens, all);
  const { command, calledAs } = found;
  const values = collectFlags(tokens, [...command.flags, ...sharedFlags()], calledAs);
  const words = all.slice(found.length);
  const isJson = values.has('json');
  if (command.name === 'help') return { about: 'help', words, isJson };
  if (values.has('help')) return { about: 'help', words: calledAs.split(' '), isJson };
  checkWords(command, calledAs, words);
  return {
    command,
    calledAs,
    options: optionsIn(values),
    flags: Object.fromEntries(values),
    isJson,
    hasColour: !values.has('no-color'),
    words,
  };
}
