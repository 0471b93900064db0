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

const own = (command: ServingCommand, shared: readonly FlagSpec[], all: CompletionNode): CompletionNode[] => {
  const choices = (command.positionals?.[0]?.choices ?? []).map((choice): [string, string] => [choice, '']);
  const words = command.name === 'help' ? all.words : choices;
  return [command.name, ...(command.aliases ?? [])].map((path) => ({
    path,
    words,
    flags: [...command.flags, ...shared],
  }));
};

/** Everything a completion script needs, derived from the definitions. */
export function completionNodes(
  commands: readonly ServingCommand[],
  shared: readonly FlagSpec[],
): readonly CompletionNode[] {
  const first = beginning(commands, shared);
  return [first, ...groups(commands, shared), ...commands.flatMap((command) => own(command, shared, first))];
}

/** Flags that take what follows them, in any command. */
export const valueFlags = (nodes: readonly CompletionNode[]): readonly string[] => [
  ...new Set(
    nodes.flatMap(({ flags }) =>
      flags.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])),
    ),
  ),
];
