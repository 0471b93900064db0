import { CAMPAIGN_COMMANDS } from '../campaign/cli/index.ts';
import { commandsFor, listCommands } from '../cli/commands/index.ts';
import { CLIENTS } from '../clients/index.ts';

/** Commands that run and end. */
export const COMMANDS = commandsFor(CLIENTS.adapters, CAMPAIGN_COMMANDS);

export const ALL_COMMANDS = listCommands(COMMANDS);
