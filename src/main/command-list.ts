import { listCommands } from '../cli/command-list.ts';
import { commandsFor } from '../cli/commands/index.ts';
import { CLIENTS } from '../clients/index.ts';

/** Those that answer and end. */
export const COMMANDS = commandsFor(CLIENTS.adapters);

export const ALL_COMMANDS = listCommands(COMMANDS);
