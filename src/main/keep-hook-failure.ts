import { join } from 'node:path';
import { CLIENTS } from '../clients/index.ts';
import { type ClientRegistry, environmentOf } from '../clients/registry.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import { loadSoundConfig } from '../config/load-sound-config.ts';
import { DEFAULT_WORKSPACE } from '../config/workspace-paths.ts';
import { ThroughlineError } from '../domain/error.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { systemClock } from '../system/clock.ts';
import { HOOK_LOG, logHookFailure } from '../system/hook-log.ts';
import type { ProcessEnvironment } from './process-environment.ts';

/** Why a hook failed. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

type Process = Pick<ProcessEnvironment, 'env' | 'homeDir' | 'cwd' | 'log'>;

interface LogPlace {
  readonly home: string;
  /** The report of another workspace must not show the failure. */
  readonly workspace: string;
}

/** A wrong setting, often the failure itself, does not keep the others from being read. */
function placeOf(input: ConfigInput, { env, homeDir }: Process): LogPlace {
  const { THROUGHLINE_HOME, THROUGHLINE_WORKSPACE } = env;
  const flags = Object.fromEntries(
    Object.entries(input.flags).filter(([name]) => name === 'home' || name === 'workspace'),
  );
  const attempts = [
    () => loadConfig(input),
    () => loadSoundConfig(input).config,
    () => loadSoundConfig({ ...input, flags, env: { THROUGHLINE_HOME, THROUGHLINE_WORKSPACE } }).config,
  ];
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch {
      // The next attempt reads less.
    }
  }
  const home = THROUGHLINE_HOME || join(homeDir, '.throughline');
  return { home, workspace: THROUGHLINE_WORKSPACE || DEFAULT_WORKSPACE };
}

export const reasonOf = (error: unknown): Failure =>
  error instanceof ThroughlineError
    ? { code: error.code, message: error.message }
    : { code: 'internal', message: error instanceof Error ? error.message : String(error) };

/** Writes a failure to the hook log without its secrets, and returns what was written. */
async function keepFailure(
  words: readonly string[],
  input: ConfigInput,
  machine: Process,
  { code, message: given }: Failure,
  clients: ClientRegistry,
) {
  const [calledClient = '', calledEvent = ''] = words;
  const adapter = clients.find(calledClient);
  const { projectDir } =
    adapter === undefined ? clients.startedBy(machine.env) : environmentOf(adapter, machine.env);
  const texts = [calledClient, calledEvent, projectDir ?? machine.cwd, given];
  const clean = await createRedactor().redact(texts);
  const [client = '', event = '', folder = '', message = ''] = clean.map(({ text }) => text);
  const { home, workspace } = placeOf(input, machine);
  const failure = { at: systemClock.now(), client, event, folder, code, message, workspace };
  try {
    logHookFailure(join(home, HOOK_LOG), failure);
  } catch (error) {
    machine.log(`hook log: ${error instanceof Error ? error.message : error}`);
  }
  return failure;
}

/** Keeps a failure and writes it to stderr. */
export async function reportFailure(
  words: readonly string[],
  input: ConfigInput,
  machine: Process,
  failure: Failure,
  clients: ClientRegistry,
): Promise<void> {
  const { client, event, code, message } = await keepFailure(words, input, machine, failure, clients);
  machine.log(`hook ${client} ${event}: ${code}: ${message}`);
}

const WORKSPACE_FLAG = '--workspace';

/** Read apart from the other flags, one of which is wrong. */
function workspaceFlagIn(argv: readonly string[]): ConfigInput['flags'] {
  const at = argv.findIndex((word) => word === WORKSPACE_FLAG || word.startsWith(`${WORKSPACE_FLAG}=`));
  const value = argv[at] === WORKSPACE_FLAG ? argv[at + 1] : argv[at]?.slice(WORKSPACE_FLAG.length + 1);
  return value === undefined ? {} : { workspace: value };
}

/**
 * Keeps a call of a hook whose arguments could not be read. Its flags could not be read either, so the home is the one
 * of the environment.
 */
export async function keepUsageFailure(
  argv: readonly string[],
  machine: Process & Pick<ProcessEnvironment, 'readFile'>,
  error: unknown,
): Promise<void> {
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  const { env, homeDir, cwd, readFile } = machine;
  const input = { flags: workspaceFlagIn(argv), env, homeDir, cwd, readFile };
  await keepFailure(words, input, machine, reasonOf(error), CLIENTS);
}
