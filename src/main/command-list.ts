import { CAMPAIGN_COMMANDS, CAMPAIGN_READERS } from '../campaign/cli/index.ts';
import { commandsFor, listCommands } from '../cli/commands/index.ts';
import { CLIENTS } from '../clients/index.ts';

export const COMMANDS = commandsFor(CLIENTS.adapters, CAMPAIGN_COMMANDS, CAMPAIGN_READERS);

export const ALL_COMMANDS = listCommands(COMMANDS);
