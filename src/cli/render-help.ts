import type { FlagSpec, PositionalSpec, ServingCommand } from './define-command.ts';
import { findCommand, refuseCommand, subcommandsOf } from './find-command.ts';
import { COMMON_FLAGS, globalFlags } from './flags.ts';
import { wrapText } from './terminal-text.ts';

const HELP_GROUPS: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: 'Read what is stored', names: ['boot', 'status', 'loops', 'search', 'recall'] },
  { title: 'Store and change records', names: ['remember', 'note', 'checkpoint', 'resolve', 'forget'] },
  { title: 'Sessions and projects', names: ['session', 'project', 'capture'] },
  { title: 'Campaigns', names: ['campaign'] },
  {
    title: 'Agent clients',
    names: ['install', 'uninstall', 'print-config', 'import', 'off', 'on', 'tools', 'mcp', 'serve', 'hook'],
  },
  { title: 'Backup and repair', names: ['backup', 'restore', 'doctor'] },
];

const MAX_WIDTH = 110;
const MAX_LEFT_WIDTH = 30;

function rows(pairs: readonly (readonly [string, string])[], width: number): string[] {
  const left = Math.min(MAX_LEFT_WIDTH, Math.max(...pairs.map(([name]) => name.length)));
  const textWidth = Math.max(24, Math.min(width, MAX_WIDTH) - left - 4);
  return pairs.flatMap(([name, text]) => {
    const [first = '', ...rest] = wrapText(text, textWidth);
    const indent = ' '.repeat(left + 4);
    const isLong = name.length > left;
    return [
      isLong ? `  ${name}` : `  ${name.padEnd(left)}  ${first}`,
      ...(isLong ? [first, ...rest] : rest).map((line) => `${indent}${line}`),
    ];
  });
}

export const flagRow = ({ name, value, description, choices, isRepeatable }: FlagSpec): [string, string] => {
  const isNamed = choices?.every((choice) => description.includes(choice)) ?? true;
  const among = isNamed ? '' : ` One of ${choices?.join(', ')}.`;
  const again = isRepeatable ? ' May be repeated.' : '';
  return [value === undefined ? `--${name}` : `--${name} ${value}`, `${description}${among}${again}`];
};

export const renderPositional = ({ name, isOptional, isRepeatable }: PositionalSpec) => {
  const shown = isRepeatable ? `${name}…` : name;
  return isOptional ? `[${shown}]` : shown;
};

export const usage = ({ name, flags, positionals = [] }: ServingCommand) =>
  ['throughline', name, ...positionals.map(renderPositional), ...(flags.length > 0 ? ['[FLAGS]'] : [])].join(
    ' ',
  );

const nameRow = (command: ServingCommand): [string, string] => [
  [command.name, ...(command.positionals ?? []).map(renderPositional)].join(' '),
  command.summary,
];

type Commands = readonly ServingCommand[];

const aliasRows = (commands: Commands): [string, string][] =>
  commands.flatMap(({ name, aliases = [] }) =>
    aliases.map((alias): [string, string] => [alias, `Alias of ${name}.`]),
  );

function groupCommands(commands: Commands): readonly { title: string; commands: Commands }[] {
  const isUnder = (names: readonly string[]) => (command: ServingCommand) =>
    names.includes(command.name.split(' ')[0] ?? '');
  const groups = HELP_GROUPS.map(({ title, names }) => ({
    title,
    commands: commands.filter(isUnder(names)),
  }));
  const grouped = groups.flatMap((group) => group.commands);
  const others = commands.filter((one) => !grouped.includes(one));
  return [...groups, { title: 'Settings and help', commands: others }];
}

function renderHelp(commands: Commands, version: string, width: number): string {
  return [
    `throughline ${version}: handoffs and memory for AI agents, stored on this machine.`,
    '',
    'Usage: throughline COMMAND [FLAGS]',
    ...groupCommands(commands).flatMap((group) => [
      '',
      `${group.title}:`,
      ...rows(group.commands.map(nameRow), width),
    ]),
    '',
    'Aliases:',
    ...rows(aliasRows(commands), width),
    '',
    'Global flags:',
    ...rows(
      [
        ['--project NAME', 'The project to use. Default: the repository or folder you are in.'],
        ...COMMON_FLAGS.map(flagRow),
        ['--version', 'Show the version (short: -v).'],
      ],
      width,
    ),
    '',
    'Run throughline help COMMAND for the flags and examples of a command.',
    'Run throughline config list for the settings.',
  ].join('\n');
}

function renderGroupHelp(commands: Commands, group: string, width: number): string {
  return [
    `Usage: throughline ${group} COMMAND [FLAGS]`,
    '',
    ...rows(commands.map(nameRow), width),
    '',
    'Examples:',
    ...commands.flatMap(({ examples: [first] }) => (first === undefined ? [] : [`  ${first}`])),
    '',
    `Run throughline help ${group} COMMAND for the flags and examples of a command.`,
  ].join('\n');
}

const EVERYDAY_FLAGS = ['project', 'home'];

/** All settings for commands that serve; for the others, those that people pass by hand. */
const globalFlagsFor = ({ effect }: ServingCommand): readonly FlagSpec[] =>
  effect === 'serve'
    ? globalFlags()
    : [...COMMON_FLAGS, ...globalFlags().filter(({ name }) => EVERYDAY_FLAGS.includes(name))];

function renderCommandHelp(command: ServingCommand, width: number): string {
  const { name, aliases = [], summary, examples, flags, positionals = [] } = command;
  const places = positionals.map((place): [string, string] => [renderPositional(place), place.description]);
  return [
    ...wrapText(`throughline ${name}: ${summary}`, Math.min(width, MAX_WIDTH)),
    '',
    `Usage: ${usage(command)}`,
    ...(aliases.length > 0 ? [`Alias: throughline ${aliases.join(', throughline ')}`] : []),
    ...(places.length > 0 ? ['', ...rows(places, width)] : []),
    ...(flags.length > 0 ? ['', 'Flags:', ...rows(flags.map(flagRow), width)] : []),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
    'Global flags:',
    ...rows(globalFlagsFor(command).map(flagRow), width),
    '',
    'Each setting is also a flag and a THROUGHLINE_… environment variable.',
    'Run throughline config list to see them.',
  ].join('\n');
}

interface HelpOptions {
  readonly version: string;
  readonly width: number;
}

function findTopic(all: Commands, words: readonly string[]) {
  const [group] = words;
  const command = findCommand(all, words)?.command;
  if (group === undefined || command !== undefined) return { group: undefined, command, commands: all };
  const commands = subcommandsOf(all, group);
  return words.length === 1 && commands.length > 0 ? { group, command, commands } : refuseCommand(all, words);
}

export function renderHelpPage(all: Commands, words: readonly string[], { version, width }: HelpOptions) {
  const { group, command, commands } = findTopic(all, words);
  if (command !== undefined) return renderCommandHelp(command, width);
  return group === undefined ? renderHelp(all, version, width) : renderGroupHelp(commands, group, width);
}

const factsOf = (command: ServingCommand) => ({
  name: command.name,
  aliases: command.aliases ?? [],
  summary: command.summary,
  usage: usage(command),
  arguments: command.positionals ?? [],
  flags: command.flags,
  examples: command.examples,
});

export function helpFacts(all: Commands, words: readonly string[], { version }: HelpOptions): object {
  const { command, commands } = findTopic(all, words);
  if (command !== undefined) return factsOf(command);
  return { version, commands: commands.map(factsOf), flags: globalFlags() };
}
