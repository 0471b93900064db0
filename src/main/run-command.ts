import type { Caller } from '../app/caller.ts';
import { localPrincipal } from '../app/principal.ts';
import { createServices } from '../app/services.ts';
import { commandWording } from '../cli/command-wording.ts';
import type { Command, CommandContext } from '../cli/define-command.ts';
import type { CommandLine } from '../cli/parse-command-line.ts';
import { printable } from '../cli/safe-text.ts';
import { sharedFlags } from '../cli/shared-flags.ts';
import { styleFor } from '../cli/style.ts';
import { CLIENTS } from '../clients/index.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import { denied, ThroughlineError } from '../domain/error.ts';
import { escapeUnusual } from '../domain/quote-text.ts';
import { lazy } from '../lib/lazy.ts';
import { IN_MEMORY } from '../storage/sqlite/open-file.ts';
import { systemClock } from '../system/clock.ts';
import { readGit } from '../system/git/read-git.ts';
import { createFolders } from '../system/identify-folder.ts';
import { ALL_COMMANDS, COMMANDS } from './command-list.ts';
import { type App, compose } from './compose.ts';
import { openSettings } from './open-settings.ts';
import type { ProcessEnvironment } from './process-environment.ts';

// All that knows every command is in this part; what only serves starts without it.
export { withBareProject } from '../cli/bare-project.ts';
export { helpAbout, helpFacts } from '../cli/help-about.ts';
export { ALL_COMMANDS } from './command-list.ts';

function callerOf({ env, cwd }: ProcessEnvironment, config: () => Config, isDryRun: boolean): Caller {
  const { projectDir, sessionId } = CLIENTS.startedBy(env);
  return {
    /** Settings that cannot be read stop only what needs them. */
    get principal() {
      const { workspace, readOnly } = config();
      // A dry run asks what a write would do, and writes nothing.
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

/** A dry run works on what is there; where there is no store, on an empty one that is never on disk. */
async function composeDryRun(config: Config, machine: ProcessEnvironment): Promise<App> {
  try {
    return await compose(config, machine, true);
  } catch (error) {
    if (!(error instanceof ThroughlineError) || error.code !== 'store_missing') throw error;
    return compose({ ...config, store: IN_MEMORY }, machine, false);
  }
}

/** Configuration, store and the rest come into being when a command asks for them. */
function contextFor(
  { effect, needsStore = false }: Command,
  isDryRun: boolean,
  input: ConfigInput,
  machine: ProcessEnvironment,
) {
  const config = lazy(() => loadConfig(input));
  const caller = callerOf(machine, config, isDryRun);
  let app: Promise<App> | undefined;
  const openApp = () => {
    app ??= isDryRun
      ? composeDryRun(config(), machine)
      : compose(config(), machine, effect === 'read' || needsStore);
    return app;
  };
  const services = createServices(async (workspace) => (await openApp()).depsFor(workspace));
  /** A store that is not there, or cannot be opened, leaves the tools that need none. */
  const isAtGame = async () => {
    try {
      return await services.isAtGame(caller);
    } catch {
      return false;
    }
  };
  const settings = lazy(() => openSettings(input));
  const folder = lazy(() => createFolders(readGit).identify(caller.folder ?? machine.cwd));
  const context: CommandContext = {
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
    width: machine.width,
    isTerminal: machine.isTerminal,
    style: styleFor(machine.hasColour),
    commands: ALL_COMMANDS,
    sharedFlags: sharedFlags(),
    readStdin: machine.readStdin,
    ask: machine.ask,
    edit: machine.edit,
    say: (text) => machine.tell(printable(text, machine.hasColour)),
    // The tools come with half a megabyte of their own: they are in the part that serves them.
    listTools: async () => (await import('./start-stdio.ts')).listTools(config(), await isAtGame()),
    clients: async () =>
      (await import('./open-clients.ts')).openClients(input, machine, folder()?.worktree ?? machine.cwd),
  };
  const close = async () => {
    const opened = await app?.catch(() => undefined);
    await opened?.store.close();
  };
  return { context, config, close };
}

/** Runs one command and prints its answer. */
export async function runCommand(
  line: CommandLine,
  input: ConfigInput,
  machine: ProcessEnvironment,
): Promise<void> {
  const command = COMMANDS.find(({ name }) => name === line.command.name);
  if (command === undefined) throw new Error(`${line.command.name} is not run here`);
  const options = command.parse(line.flags, line.words);
  const isDryRun = command.isDryRun?.(options, machine) ?? false;
  const { context, config, close } = contextFor(command, isDryRun, input, machine);
  if (command.effect === 'write' && !isDryRun && config().readOnly) {
    throw denied(
      'read_only',
      `throughline ${line.calledAs} writes, and --read-only is set.`,
      'Run it without --read-only; throughline config get read_only tells where it is set.',
    );
  }
  try {
    const { lines, facts } = await command.act(context, options);
    if (line.isJson) machine.print(escapeUnusual(JSON.stringify(facts, null, 2)));
    else for (const text of lines) machine.print(printable(text, machine.hasColour));
  } finally {
    await close();
  }
}
