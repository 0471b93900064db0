import { invalid } from '../domain/error.ts';
import { nearest } from '../lib/nearest.ts';
import type { ServingCommand } from './define-command.ts';

type Commands = readonly ServingCommand[];

/** `session` → list, show, … */
export const subcommandsOf = (commands: Commands, word: string): Commands =>
  commands.filter(({ name }) => name.startsWith(`${word} `));

export function findCommand(commands: Commands, words: readonly string[]) {
  for (const length of [2, 1]) {
    const calledAs = words.slice(0, length).join(' ');
    const command = commands.find(({ name, aliases = [] }) => [name, ...aliases].includes(calledAs));
    if (command !== undefined && words.length >= length) return { command, calledAs, length };
  }
  return undefined;
}

const namesOf = (commands: Commands) => [
  ...new Set(commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])),
];

export const LISTS_COMMANDS = 'Run throughline --help to list the commands.';

const renderSuggestion = (names: readonly string[]) =>
  `Did you mean ${names.map((name) => `"throughline ${name}"`).join(' or ')}?`;

function refuseSubcommand(commands: Commands, word: string, given: string | undefined): never {
  const names = subcommandsOf(commands, word).map(({ name }) => name.slice(word.length + 1));
  const near = given === undefined ? [] : nearest(given, names, 1);
  throw invalid(
    given === undefined ? 'subcommand_missing' : 'unknown_command',
    given === undefined
      ? `throughline ${word} needs a subcommand.`
      : `There is no command "${word} ${given}".`,
    near.length > 0
      ? `${renderSuggestion(near.map((name) => `${word} ${name}`))} Run throughline ${word} --help to list them.`
      : `Pass one of: ${names.join(', ')}. Run throughline ${word} --help for details.`,
    { allowed: names.map((name) => `${word} ${name}`) },
  );
}

/** Suggests names that are similar, or whose second word was typed, such as `pause`. */
function suggestCommands(commands: Commands, word: string, next: string | undefined): readonly string[] {
  const known = namesOf(commands);
  const endings = known.filter((name) => name.endsWith(` ${word}`));
  if (endings.length > 0) return endings;
  const [near] = nearest(word, [...new Set(known.map((name) => name.split(' ')[0] ?? ''))], 1);
  if (near === undefined) return [];
  const subcommands = subcommandsOf(commands, near).map(({ name }) => name);
  if (subcommands.length === 0) return [near];
  const [nearSub] = nearest(`${near} ${next ?? ''}`, subcommands, 1);
  return next === undefined || nearSub === undefined ? [near] : [nearSub];
}

export function refuseCommand(commands: Commands, words: readonly string[]): never {
  const [word, next] = words;
  if (word === undefined) {
    throw invalid('command_missing', 'No command is given.', LISTS_COMMANDS);
  }
  if (subcommandsOf(commands, word).length > 0) refuseSubcommand(commands, word, next);
  const names = suggestCommands(commands, word, next);
  throw invalid(
    'unknown_command',
    `There is no command ${JSON.stringify(word)}.`,
    names.length === 0 ? LISTS_COMMANDS : `${renderSuggestion(names)} ${LISTS_COMMANDS}`,
    { allowed: namesOf(commands) },
  );
}
