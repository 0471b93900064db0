import { invalid } from '../domain/error.ts';
import { lazy } from '../lib/lazy.ts';
import { nearest } from '../lib/nearest.ts';
import type { FlagSpec, FlagValues, ServingCommand } from './define-command.ts';
import { findCommand, LISTS_COMMANDS, refuseCommand, subcommandsOf } from './find-command.ts';
import { configFlags, globalFlags } from './flags.ts';

interface FlagToken {
  readonly raw: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly isInline: boolean;
}

interface Arguments {
  readonly words: readonly string[];
  readonly flags: readonly FlagToken[];
}

const LONG_FLAG = /^--([a-z][\w-]*)(?:=([\s\S]*))?$/i;
const SHORT_FLAG = /^-[a-z]$/i;
const SHORT_NAMES: Readonly<Record<string, string>> = { '-h': 'help', '-v': 'version' };

/** Other text that begins with a dash is a word. */
const looksLikeFlag = (text: string): boolean =>
  text.startsWith('-') && (LONG_FLAG.test(text) || SHORT_FLAG.test(text));

/** All flags of the configuration are described in it: most lines have no flag, and hooks are waited for. */
type KnownFlags = () => readonly FlagSpec[];

/** Words and flags in the order typed; after `--` all are words. `known` decides which flags take the next word. */
function scanArguments(argv: readonly string[], known: KnownFlags): Arguments {
  const takesValue = (name: string) => known().find((flag) => flag.name === name)?.value !== undefined;
  const words: string[] = [];
  const flags: FlagToken[] = [];
  for (let index = 0; index < argv.length; index++) {
    const text = argv[index] ?? '';
    if (text === '--') return { words: [...words, ...argv.slice(index + 1)], flags };
    if (!looksLikeFlag(text)) {
      words.push(text);
      continue;
    }
    const [, long, inline] = LONG_FLAG.exec(text) ?? [];
    const name = long ?? SHORT_NAMES[text] ?? text.slice(1);
    const next = argv[index + 1];
    const isNext = inline === undefined && takesValue(name) && next !== undefined && !looksLikeFlag(next);
    if (isNext) index++;
    const raw = long === undefined ? text : `--${long}`;
    flags.push({ raw, name, value: isNext ? next : inline, isInline: inline !== undefined });
  }
  return { words, flags };
}

export interface CommandLine {
  readonly command: ServingCommand;
  readonly calledAs: string;
  readonly options: Readonly<Record<string, string | boolean>>;
  /** All flags that were typed, including those of the configuration: some contradict a flag of the command. */
  readonly flags: FlagValues;
  readonly isJson: boolean;
  readonly hasColor: boolean;
  readonly words: readonly string[];
}

/** A request for help or the version: `help session end`, `session --help`, `--help`, `--version`. */
export interface Question {
  readonly about: 'help' | 'version';
  readonly words: readonly string[];
  readonly isJson: boolean;
}

function refuseFlag({ raw, name }: FlagToken, known: readonly FlagSpec[], command: string): never {
  const names = known.map((flag) => flag.name);
  const [near] = nearest(name, names, 1);
  throw invalid(
    'unknown_flag',
    `throughline ${command} has no flag ${raw}.`,
    near === undefined
      ? `Run throughline help ${command} to see its flags. Before text that begins with a dash, pass --.`
      : `Did you mean --${near}?`,
  );
}

function checkFlag({ name, value, isInline }: FlagToken, spec: FlagSpec): void {
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
      `Pass --${name} without a value, or omit it.`,
    );
  }
}

function collectFlags(flags: readonly FlagToken[], listKnown: KnownFlags, command: string) {
  const values = new Map<string, string[]>();
  const known = flags.length === 0 ? [] : listKnown();
  for (const token of flags) {
    const isSpelled = token.raw.startsWith('--') || token.raw === '-h';
    const spec = known.find((flag) => isSpelled && flag.name === token.name);
    if (spec === undefined) refuseFlag(token, known, command);
    checkFlag(token, spec);
    const earlier = values.get(token.name) ?? [];
    if (earlier.length > 0 && !spec.isRepeatable && spec.value !== undefined) {
      throw invalid('invalid_arguments', `--${token.name} was passed twice.`, 'Pass it once.');
    }
    values.set(token.name, [...earlier, token.value ?? '']);
  }
  return values;
}

function checkWords({ positionals = [] }: ServingCommand, calledAs: string, words: readonly string[]): void {
  const missing = positionals.filter(({ isOptional }) => !isOptional)[words.length];
  if (missing !== undefined) {
    throw invalid(
      'invalid_arguments',
      `throughline ${calledAs} needs ${missing.name}: ${missing.description}`,
      `Run throughline help ${calledAs} for examples.`,
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
    `Run throughline help ${calledAs} to see its arguments. Put text of several words in quotes.`,
  );
}

type Commands = readonly ServingCommand[];

const allFlags = (commands: Commands) => [...globalFlags(), ...commands.flatMap(({ flags }) => flags)];

/** Without a command the flags are still checked, because one of them may be the mistake. */
function refuseFlagsAlone(commands: Commands, flags: readonly FlagToken[]): void {
  for (const token of flags) {
    const spec = allFlags(commands).find(({ name }) => token.raw === `--${name}`);
    if (spec === undefined)
      throw invalid('unknown_flag', `throughline has no flag ${token.raw}.`, LISTS_COMMANDS);
    checkFlag(token, spec);
  }
}

function questionOf(commands: Commands, { words, flags }: Arguments): Question {
  const [group] = words;
  const has = (name: string) => flags.some((flag) => flag.name === name);
  const isJson = has('json');
  const isGroup = group === undefined || (words.length === 1 && subcommandsOf(commands, group).length > 0);
  if (has('help') && isGroup) return { about: 'help', words, isJson };
  const isVersion = group === undefined ? has('version') : words.length === 1 && group === 'version';
  if (isVersion) return { about: 'version', words: [], isJson };
  if (group === undefined) refuseFlagsAlone(commands, flags);
  return refuseCommand(commands, words);
}

const optionsIn = (values: ReadonlyMap<string, readonly string[]>): CommandLine['options'] =>
  Object.fromEntries(
    (values.size === 0 ? [] : configFlags()).flatMap((flag) => {
      const value = values.get(flag.name)?.[0];
      if (value === undefined) return [];
      return [[flag.name, flag.value === undefined && value === '' ? true : value]];
    }),
  );

export function parseCommandLine(argv: readonly string[], commands: Commands): CommandLine | Question {
  const scanned = scanArguments(
    argv,
    lazy(() => allFlags(commands)),
  );
  const found = findCommand(commands, scanned.words);
  if (found === undefined) return questionOf(commands, scanned);
  const { command, calledAs } = found;
  const values = collectFlags(scanned.flags, () => [...command.flags, ...globalFlags()], calledAs);
  const words = scanned.words.slice(found.length);
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
    hasColor: !values.has('no-color'),
    words,
  };
}
