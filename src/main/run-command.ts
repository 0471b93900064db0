import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Caller, localPrincipal } from '../app/caller.ts';
import { commandWording } from '../cli/command-wording.ts';
import type { Command, CommandContext, Terminal } from '../cli/define-command.ts';
import { globalFlags } from '../cli/flags.ts';
import type { CommandLine } from '../cli/parse-command-line.ts';
import type { SettingsAccess } from '../cli/settings.ts';
import { shortenIdsInError, shortenLines } from '../cli/short-ids.ts';
import { createStyle, escapeForTerminal, wrapLine } from '../cli/terminal-text.ts';
import { CLIENTS } from '../clients/index.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import { denied, hasCode } from '../domain/error.ts';
import { escapeUnusual } from '../domain/quote-text.ts';
import { lazy } from '../lib/lazy.ts';
import { IN_MEMORY } from '../storage/open-store.ts';
import { systemClock } from '../system/clock-and-random.ts';
import { openFiles } from '../system/files/open-files.ts';
import { readGit } from '../system/git/read-git.ts';
import { createFolders } from '../system/identify-folder.ts';
import { ALL_COMMANDS, COMMANDS } from './command-list.ts';
import { type App, allServices, compose } from './compose.ts';
import { listPastConversations } from './past-conversations.ts';
import type { ProcessEnvironment } from './process-environment.ts';

/** Some people link config.json to another file. The file is written then, not the link. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The home is found without config.json, which may be invalid and about to be repaired. */
export function openSettings(input: ConfigInput): SettingsAccess {
  const { home } = loadConfig({ ...input, readFile: () => undefined });
  const path = join(home, 'config.json');
  return {
    path,
    input,
    async write(text) {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      const real = realPathOf(path);
      await openFiles({ roots: [dirname(real)] }).writeFileAtomically(real, text, { field: 'config.json' });
    },
  };
}

// Exported for bin.ts: this part of the bundle has all commands, and servers start without it.
export { replaceBareProjectFlag } from '../cli/client-settings.ts';
export { helpFacts, renderHelpPage } from '../cli/render-help.ts';
export { ALL_COMMANDS } from './command-list.ts';

function callerOf({ env, cwd }: ProcessEnvironment, config: () => Config, isDryRun: boolean): Caller {
  const { projectDir, sessionId } = CLIENTS.startedBy(env);
  return {
    /** Lazy, so that invalid settings stop only commands that need them. */
    get principal() {
      const { workspace, readOnly } = config();
      // A dry run writes nothing, so it is allowed with --read-only.
      return localPrincipal({ workspace, readOnly: readOnly && !isDryRun });
    },
    surface: 'cli',
    wording: commandWording,
    folder: projectDir ?? cwd,
    client: 'cli',
    clientSessionId: sessionId,
    connection: null,
  };
}

/** A dry run reads the store; if there is none, it uses an empty one in memory. */
async function composeDryRun(config: Config, environment: ProcessEnvironment): Promise<App> {
  try {
    return await compose(config, environment, true);
  } catch (error) {
    if (!hasCode(error, 'store_missing')) throw error;
    return compose({ ...config, store: IN_MEMORY }, environment, false);
  }
}

/** Configuration and store are opened when a command first uses them. */
function contextFor(
  { effect, needsStore = false }: Command,
  isDryRun: boolean,
  input: ConfigInput,
  environment: ProcessEnvironment,
) {
  const config = lazy(() => loadConfig(input));
  const caller = callerOf(environment, config, isDryRun);
  let app: Promise<App> | undefined;
  const openApp = () => {
    app ??= isDryRun
      ? composeDryRun(config(), environment)
      : compose(config(), environment, effect === 'read' || needsStore);
    return app;
  };
  const services = allServices(async (workspace) => (await openApp()).depsFor(workspace));
  /** A store that cannot be opened does not hide tools that need none. */
  const isAtGame = async () => {
    try {
      return await services.isAtGame(caller);
    } catch {
      return false;
    }
  };
  const settings = lazy(() => openSettings(input));
  const folder = lazy(() => createFolders(readGit).identify(caller.folder ?? environment.cwd));
  const terminal: Terminal = environment;
  const context: CommandContext = {
    ...terminal,
    services,
    get project() {
      return config().project;
    },
    get worktree() {
      return folder()?.worktree ?? null;
    },
    get anchor() {
      return folder()?.anchorPath ?? null;
    },
    get settings() {
      return settings();
    },
    caller,
    now: systemClock.now(),
    style: createStyle(environment.hasColor),
    commands: ALL_COMMANDS,
    globalFlags: globalFlags(),
    printNotice: (text) => {
      for (const line of wrapLine(text, environment.width))
        environment.printNotice(escapeForTerminal(line, environment.hasColor));
    },
    // The tools are half a megabyte of code, so they are loaded from the part that serves them.
    listTools: async () => (await import('./start-stdio.ts')).listTools(config(), await isAtGame()),
    listPastConversations: () => listPastConversations(environment),
    backups: async () => (await import('./open-backup-services.ts')).openBackupServices(config()),
    connections: async () =>
      (await import('./open-clients.ts')).listConnections(environment, folder()?.worktree ?? environment.cwd),
    clients: async () =>
      (await import('./open-clients.ts')).openClients(
        input,
        environment,
        folder()?.worktree ?? environment.cwd,
      ),
  };
  const close = async () => {
    const opened = await app?.catch(() => undefined);
    await opened?.store.close();
  };
  return { context, config, close };
}

export async function runCommand(line: CommandLine, input: ConfigInput, environment: ProcessEnvironment) {
  const command = COMMANDS.find(({ name }) => name === line.command.name);
  if (command === undefined) throw new Error(`${line.command.name} is not run here`);
  const call = command.parse(line.flags, line.words);
  const isDryRun = call.isDryRun(environment);
  const { width } = environment;
  const { context, config, close } = contextFor(command, isDryRun, input, environment);
  if (command.effect === 'write' && !isDryRun && config().readOnly) {
    throw denied(
      'read_only',
      `throughline ${line.calledAs} writes, and --read-only is set.`,
      'Run it without --read-only. To see where it is set, run throughline config get read_only.',
    );
  }
  try {
    const { lines, facts, hasShortIds } = await call.act(context);
    if (line.isJson) environment.print(escapeUnusual(JSON.stringify(facts, null, 2)));
    else {
      const shown = hasShortIds ? lines : await shortenLines(context, lines);
      for (const text of shown.flatMap((one) => wrapLine(one, width)))
        environment.print(escapeForTerminal(text, environment.hasColor));
    }
  } catch (error) {
    throw line.isJson ? error : await shortenIdsInError(context, error);
  } finally {
    await close();
  }
}
