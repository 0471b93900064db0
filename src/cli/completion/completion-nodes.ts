import type { FlagSpec, ServingCommand } from '../define-command.ts';
import { subcommandsOf } from '../find-command.ts';

export interface CompletionNode {
  readonly path: string;
  readonly words: readonly (readonly [string, string])[];
  readonly flags: readonly FlagSpec[];
}

const firstWord = (name: string) => name.split(' ')[0] ?? '';

function rootNode(commands: readonly ServingCommand[], flags: readonly FlagSpec[]): CompletionNode {
  const words = commands.flatMap(({ name, aliases = [], summary }): [string, string][] => {
    const first = firstWord(name);
    const subcommands = subcommandsOf(commands, first).map((one) => one.name.slice(first.length + 1));
    return [
      [first, first === name ? summary : subcommands.join(', ')],
      ...aliases.map((alias): [string, string] => [alias, summary]),
    ];
  });
  return { path: '', words: [...new Map(words)], flags };
}

function groupNodes(commands: readonly ServingCommand[], flags: readonly FlagSpec[]): CompletionNode[] {
  const names = new Set(commands.map(({ name }) => firstWord(name)));
  return [...names].flatMap((path) => {
    const words = subcommandsOf(commands, path).map(({ name, summary }): [string, string] => [
      name.slice(path.length + 1),
      summary,
    ]);
    return words.length === 0 ? [] : [{ path, flags, words }];
  });
}

const commandNodes = (command: ServingCommand, shared: readonly FlagSpec[]): CompletionNode[] => {
  const { choices = [], choicesAfter = {} } = command.positionals?.[0] ?? {};
  const flags = [...command.flags, ...shared];
  const node = (path: string, offered: readonly string[]): CompletionNode => ({
    path,
    words: offered.map((choice): [string, string] => [choice, '']),
    flags,
  });
  return [command.name, ...(command.aliases ?? [])].flatMap((path) => [
    node(path, choices),
    ...Object.entries(choicesAfter).map(([choice, next]) => node(`${path} ${choice}`, next)),
  ]);
};

const inHelp = ({ path, words, flags }: CompletionNode): CompletionNode => ({
  path: `help ${path}`.trimEnd(),
  words,
  flags,
});

export function completionNodes(commands: readonly ServingCommand[], shared: readonly FlagSpec[]) {
  const ways = [rootNode(commands, shared), ...groupNodes(commands, shared)];
  const others = commands.filter(({ name }) => name !== 'help');
  return [...ways, ...ways.map(inHelp), ...others.flatMap((command) => commandNodes(command, shared))];
}

export const valueFlags = (nodes: readonly CompletionNode[]): readonly string[] => [
  ...new Set(
    nodes.flatMap(({ flags }) =>
      flags.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])),
    ),
  ),
];

export const takesPath = ({ value }: FlagSpec): boolean => value === 'PATH';
