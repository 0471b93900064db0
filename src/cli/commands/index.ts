import type { ClientChoice } from '../client-settings.ts';
import type { Command, ServingCommand } from '../define-command.ts';
import { backup, restore } from './backup.ts';
import { boot, receipts } from './boot.ts';
import { captureList, captureNow, captureShow } from './capture.ts';
import { completion } from './completion.ts';
import { configGet, configList, configPath, configSet, configUnset } from './config.ts';
import { doctor } from './doctor.ts';
import { embed } from './embed.ts';
import { identity } from './identity.ts';
import { importCommand } from './import.ts';
import { install, printConfig, uninstall } from './install.ts';
import { loops, resolve } from './loops.ts';
import { off, on, projectList, projectRename } from './project.ts';
import { forget, type RecallReaders, recall } from './recall.ts';
import { checkpoint, note, remember } from './remember.ts';
import { search } from './search.ts';
import { hook, mcp, serve } from './serve.ts';
import { sessionClose, sessionPause, sessionResume, sessionStart } from './session.ts';
import { sessionEnd } from './session-end.ts';
import { sessionList } from './session-list.ts';
import { sessionShow } from './session-show.ts';
import { status } from './status.ts';
import { tools } from './tools.ts';

/** `clients`: the agent clients that some of them take as an argument. `features`: the commands that features add. */
export const commandsFor = (
  clients: readonly ClientChoice[],
  features: readonly Command[],
  readers: RecallReaders = {},
) => [
  boot,
  status,
  loops,
  search,
  recall(readers),
  remember,
  note,
  checkpoint,
  resolve,
  forget,
  sessionList,
  sessionShow,
  sessionStart,
  sessionPause,
  sessionResume,
  sessionEnd,
  sessionClose,
  projectList,
  projectRename,
  captureList,
  captureShow,
  captureNow,
  ...features,
  backup,
  restore,
  configList,
  configGet,
  configSet,
  configUnset,
  configPath,
  identity,
  embed,
  receipts,
  importCommand(clients),
  install(clients),
  uninstall(clients),
  printConfig(clients),
  off,
  on,
  tools,
  completion,
];

const SERVING_COMMANDS: readonly ServingCommand[] = [mcp, serve, hook, doctor];

const HELP_COMMAND: ServingCommand = {
  name: 'help',
  summary: 'Show help for all commands or for one.',
  effect: 'read',
  examples: ['throughline help', 'throughline help session end'],
  flags: [],
  positionals: [
    { name: 'COMMAND', description: 'The command to explain.', isOptional: true, isRepeatable: true },
  ],
};

export const listCommands = (commands: readonly Command[]): readonly ServingCommand[] => [
  ...commands,
  ...SERVING_COMMANDS,
  HELP_COMMAND,
];
