import type { FlagSpec, PositionalSpec, ServingCommand } from './define-command.ts';
import { subcommandsOf } from './find-command.ts';
import { COMMON_FLAGS, sharedFlags } from './shared-flags.ts';
import { wrapText } from './wrap-text.ts';

/** The headings of the help, and which commands stand under each; by name, or by the first word of it. */
const HELP_GROUPS: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: 'Where things stand', names: ['boot', 'loops', 'search', 'recall'] },
  { title: 'Say and keep', names: ['remember', 'note', 'checkpoint', 'resolve', 'forget'] },
  { title: 'Sessions and projects', names: ['session', 'project', 'capture'] },
  { title: 'Campaigns', names: ['campaign'] },
  {
    title: 'Agents',
    names: ['install', 'uninstall', 'print-config', 'mcp', 'serve', 'hook', 'tools', 'on', 'off'],
  },
];

const WIDEST = 110;
const LONGEST_LEFT = 30;

/** Two columns; what does not fit beside the first goes under it. */
function rows(pairs: readonly (readonly [string, string])[], width: number): string[] {
  const left = Math.min(LONGEST_LEFT, Math.max(...pairs.map(([name]) => name.length)));
  const room = Math.max(24, Math.min(width, WIDEST) - left - 4);
  return pairs.flatMap(([name, text]) => {
    const [first = '', ...rest] = wrapText(text, room);
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

export const placeOf = ({ name, isOptional, isRepeatable }: PositionalSpec) => {
  const shown = isRepeatable ? `${name}…` : name;
  return isOptional ? `[${shown}]` : shown;
};

export const usage = ({ name, flags, positionals = [] }: ServingCommand) =>
  ['throughline', name, ...positionals.map(placeOf), ...(flags.length > 0 ? ['[FLAGS]'] : [])].join(' ');

const nameRow = (command: ServingCommand): [string, string] => [
  [command.name, ...(command.positionals ?? []).map(placeOf)].join(' '),
  command.summary,
];

type Commands = readonly ServingCommand[];

const aliasRows = (commands: Commands): [string, string][] =>
  commands.flatMap(({ name, aliases = [] }) =>
    aliases.map((alias): [string, string] => [alias, `Short for ${name}.`]),
  );

/** Under their headings; those that nobody filed come last. */
function filed(commands: Commands): readonly { title: string; commands: Commands }[] {
  const isUnder = (names: readonly string[]) => (command: ServingCommand) =>
    names.includes(command.name.split(' ')[0] ?? '');
  const groups = HELP_GROUPS.map(({ title, names }) => ({
    title,
    commands: commands.filter(isUnder(names)),
  }));
  const grouped = groups.flatMap((group) => group.commands);
  const others = commands.filter((one) => !grouped.includes(one));
  return [...groups, { title: 'Setup and help', commands: others }];
}

export function renderHelp(commands: Commands, version: string, width: number): string {
  return [
    `throughline ${version}: keeps the line that runs through the sessions of AI agents.`,
    '',
    'Usage: throughline COMMAND [FLAGS]',
    ...filed(commands).flatMap((group) => [
      '',
      `${group.title}:`,
      ...rows(group.commands.map(nameRow), width),
    ]),
    '',
    'Short names:',
    ...rows(aliasRows(commands), width),
    '',
    'Flags of every command:',
    ...rows(
      [
        ['--project NAME', 'The project to work in; default: the repository or folder you are in.'],
        ...COMMON_FLAGS.map(flagRow),
        ['--version', 'Show the version; -v for short.'],
      ],
      width,
    ),
    '',
    'throughline help COMMAND explains one with examples and all flags. Settings: throughline config list.',
  ].join('\n');
}

export function renderGroupHelp(all: Commands, group: string, width: number): string {
  const commands = subcommandsOf(all, group);
  return [
    `Usage: throughline ${group} COMMAND [FLAGS]`,
    '',
    ...rows(commands.map(nameRow), width),
    '',
    'Examples:',
    ...commands.flatMap(({ examples: [first] }) => (first === undefined ? [] : [`  ${first}`])),
    '',
    `throughline help ${group} COMMAND explains one of them.`,
  ].join('\n');
}

const EVERYDAY = ['project', 'home'];

/** Who serves may want any setting; else those that people use by hand. */
const sharedFor = ({ effect }: ServingCommand): readonly FlagSpec[] =>
  effect === 'serve'
    ? sharedFlags()
    : [...COMMON_FLAGS, ...sharedFlags().filter(({ name }) => EVERYDAY.includes(name))];

export function renderCommandHelp(command: ServingCommand, width: number): string {
  const { name, aliases = [], summary, examples, flags, positionals = [] } = command;
  const places = positionals.map((place): [string, string] => [placeOf(place), place.description]);
  return [
    `throughline ${name}: ${summary}`,
    '',
    `Usage: ${usage(command)}`,
    ...(aliases.length > 0 ? [`Short:  throughline ${aliases.join(', throughline ')}`] : []),
    ...(places.length > 0 ? ['', ...rows(places, width)] : []),
    ...(flags.length > 0 ? ['', 'Flags:', ...rows(flags.map(flagRow), width)] : []),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
    'Flags of every command:',
    ...rows(sharedFor(command).map(flagRow), width),
    '',
    'Every setting is also a flag, and THROUGHLINE_… in the environment: throughline config list.',
  ].join('\n');
}
