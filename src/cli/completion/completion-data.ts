import type { FlagSpec, ServingCommand } from '../define-command.ts';

/** One place on the command line, and what may follow there. */
export interface CompletionNode {
  /** `session list`; empty at the beginning. */
  readonly path: string;
  /** Commands or choices that may come next, each with what it does. */
  readonly words: readonly (readonly [string, string])[];
  readonly flags: readonly FlagSpec[];
}

const firstWord = (name: string) => name.split(' ')[0] ?? '';

function beginning(commands: readonly ServingCommand[], flags: readonly FlagSpec[]): CompletionNode {
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

function groups(commands: readonly ServingCommand[], flags: readonly FlagSpec[]): CompletionNode[] {
  const names = new Set(commands.filter(({ name }) => name.includes(' ')).map(({ name }) => firstWord(name)));
  return [...names].map((path) => ({
    path,
    flags,
    words: commands
      .filter(({ name }) => name.startsWith(`${path} `))
      .map(({ name, summary }): [string, string] => [name.slice(path.length + 1), summary]),
  }));
}

const own = (command: ServingCommand, shared: readonly FlagSpec[]): CompletionNode[] => {
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

/** `help` takes the same words as the program itself. */
const inHelp = ({ path, words, flags }: CompletionNode): CompletionNode => ({
  path: `help ${path}`.trimEnd(),
  words,
  flags,
});

/** Everything a completion script needs, derived from the definitions. */
export function completionNodes(
  commands: readonly ServingCommand[],
  shared: readonly FlagSpec[],
): readonly CompletionNode[] {
  const ways = [beginning(commands, shared), ...groups(commands, shared)];
  const others = commands.filter(({ name }) => name !== 'help');
  return [...ways, ...ways.map(inHelp), ...others.flatMap((command) => own(command, shared))];
}

/** Flags that take what follows them, in any command. */
export const valueFlags = (nodes: readonly CompletionNode[]): readonly string[] => [
  ...new Set(
    nodes.flatMap(({ flags }) =>
      flags.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])),
    ),
  ),
];

export const takesPath = ({ value }: FlagSpec): boolean => value === 'PATH';
