import type { ServingCommand } from './define-command.ts';
import { findCommand, refuseCommand, subcommandsOf } from './find-command.ts';
import { renderCommandHelp, renderGroupHelp, renderHelp, usage } from './render-help.ts';
import { sharedFlags } from './shared-flags.ts';

export interface HelpPage {
  readonly version: string;
  readonly width: number;
}

/** The help of a command, of those that begin with a word, or of all. */
export function helpAbout(
  commands: readonly ServingCommand[],
  words: readonly string[],
  { version, width }: HelpPage,
): string {
  const [first] = words;
  if (first === undefined) return renderHelp(commands, version, width);
  const found = findCommand(commands, words);
  if (found !== undefined) return renderCommandHelp(found.command, width);
  if (words.length === 1 && subcommandsOf(commands, first).length > 0)
    return renderGroupHelp(commands, first, width);
  return refuseCommand(commands, words);
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

/** The same for machines: one command, or those there are. */
export function helpFacts(
  all: readonly ServingCommand[],
  words: readonly string[],
  { version }: HelpPage,
): object {
  const [first] = words;
  const found = findCommand(all, words);
  if (found !== undefined) return factsOf(found.command);
  const commands = first === undefined ? all : subcommandsOf(all, first);
  if (words.length > 1 || commands.length === 0) return refuseCommand(all, words);
  return { version, commands: commands.map(factsOf), flags: sharedFlags() };
}
