import { join } from 'node:path';
import { CLIENTS } from '../clients/index.ts';
import { type ClientRegistry, environmentOf } from '../clients/registry.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
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

const homeOf = (input: ConfigInput, { env, homeDir }: Process): string => {
  try {
    return loadConfig(input).home;
  } catch {
    return env.THROUGHLINE_HOME || join(homeDir, '.throughline');
  }
};

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
  const failure = { at: systemClock.now(), client, event, folder, code, message };
  try {
    logHookFailure(join(homeOf(input, machine), HOOK_LOG), failure);
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
  await keepFailure(words, { flags: {}, env, homeDir, cwd, readFile }, machine, reasonOf(error), CLIENTS);
}
