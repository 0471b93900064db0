import { ALL_COMMANDS } from './command-list.ts';
import { findCommand, refuseCommand, subcommandsOf } from './find-command.ts';
import { renderCommandHelp, renderGroupHelp, renderHelp } from './render-help.ts';

export interface HelpPage {
  readonly version: string;
  readonly width: number;
}

/** The help of a command, of those that begin with a word, or of all. */
export function helpAbout(words: readonly string[], { version, width }: HelpPage): string {
  const [first] = words;
  if (first === undefined) return renderHelp(version, width);
  const found = findCommand(ALL_COMMANDS, words);
  if (found !== undefined) return renderCommandHelp(found.command, width);
  if (words.length === 1 && subcommandsOf(ALL_COMMANDS, first).length > 0)
    return renderGroupHelp(first, width);
  return refuseCommand(ALL_COMMANDS, words);
}

/** Who did not find a command sees which there are. */
export function helpAfter(words: readonly string[], page: HelpPage): string {
  const [first] = words;
  const isGroup = first !== undefined && subcommandsOf(ALL_COMMANDS, first).length > 0;
  return helpAbout(isGroup ? [first] : [], page);
}
