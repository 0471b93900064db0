import { SERVING_COMMANDS } from './commands/index.ts';
import type { Command, ServingCommand } from './define-command.ts';

const HELP_COMMAND: ServingCommand = {
  name: 'help',
  summary: 'Show this, or the help of one command.',
  effect: 'read',
  examples: ['throughline help', 'throughline help session end'],
  flags: [],
  positionals: [
    { name: 'COMMAND', description: 'The command to explain.', isOptional: true, isRepeatable: true },
  ],
};

/** Together with those that the program starts itself. */
export const listCommands = (commands: readonly Command[]): readonly ServingCommand[] => [
  ...commands,
  ...SERVING_COMMANDS,
  HELP_COMMAND,
];
