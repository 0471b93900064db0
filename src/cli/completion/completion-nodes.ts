import type { FlagSpec, ServingCommand } from '../define-command.ts';

/** A position on the command line, and what may follow it. */
export interface CompletionNode {
  /** The words so far, such as `session list`. */
  readonly path: string;
  /** Commands or choices that may come next, each with its description. */
  readonly words: readonly (readonly [string, string])[];
  readonly flags: readonly FlagSpec[];
}

const firstWord = (name: string) => name.split(' ')[0] ?? '';

function rootNode(commands: readonly ServingCommand[], flags: readonly FlagSpec[]): CompletionNode {
  const words = new Map<string, string>();
  for (const { name, aliases = [], summary } of commands) {
    const first = firstWord(name);
    if (first === name) words.set(name, summary);
    else {
      const others = commands.filter((one) => one.name.startsWith(`${first} `));
      words.set(first, others.map((one) => one.name.slice(first.length + 1)).join(', '));
    }
    for (const alias of aliases) words.set(alias, summary);
  }
  return { path: '', words: [...words], flags };
}

function groupNodes(commands: readonly ServingCommand[], flags: readonly FlagSpec[]): CompletionNode[] {
  const names = new Set(commands.filter(({ name }) => name.includes(' ')).map(({ name }) => firstWord(name)));
  return [...names].map((path) => ({
    path,
    flags,
    words: commands
      .filter(({ name }) => name.startsWith(`${path} `))
      .map(({ name, summary }): [string, string] => [name.slice(path.length + 1), summary]),
  }));
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

export function completionNodes(
  commands: readonly ServingCommand[],
  shared: readonly FlagSpec[],
): readonly CompletionNode[] {
  const ways = [rootNode(commands, shared), ...groupNodes(commands, shared)];
  const others = commands.filter(({ name }) => name !== 'help');
  return [...ways, ...ways.map(inHelp), ...others.flatMap((command) => commandNodes(command, shared))];
}

/** Flags that take a value, of all commands. */
export const valueFlags = (nodes: readonly CompletionNode[]): readonly string[] => [
  ...new Set(
    nodes.flatMap(({ flags }) =>
      flags.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])),
    ),
  ),
];

export const takesPath = ({ value }: FlagSpec): boolean => value === 'PATH';
