import { join } from 'node:path';
import { CLIENTS } from '../clients/index.ts';
import { type ClientRegistry, environmentOf } from '../clients/registry.ts';
import type { ConfigInput } from '../config/load-config.ts';
import { loadLenientConfig } from '../config/load-lenient-config.ts';
import type { Config } from '../config/schema.ts';
import { DEFAULT_WORKSPACE } from '../config/workspace-paths.ts';
import { ThroughlineError } from '../domain/error.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { systemClock } from '../system/clock-and-random.ts';
import { HOOK_LOG, logHookFailure } from '../system/hook-log.ts';
import type { ProcessEnvironment } from './process-environment.ts';

export interface Failure {
  readonly code: string;
  readonly message: string;
}

type Process = Pick<ProcessEnvironment, 'env' | 'homeDir' | 'cwd' | 'log'>;

/** Finds the log even if settings are invalid, which is often the failure itself. Reports of other workspaces must not show it. */
function placeOf(input: ConfigInput, { env, homeDir }: Process): Pick<Config, 'home' | 'workspace'> {
  const { THROUGHLINE_HOME, THROUGHLINE_WORKSPACE } = env;
  const flags = Object.fromEntries(
    Object.entries(input.flags).filter(([name]) => name === 'home' || name === 'workspace'),
  );
  // The second attempt reads fewer settings.
  for (const attempt of [input, { ...input, flags, env: { THROUGHLINE_HOME, THROUGHLINE_WORKSPACE } }]) {
    try {
      return loadLenientConfig(attempt).config;
    } catch {}
  }
  const home = THROUGHLINE_HOME || join(homeDir, '.throughline');
  return { home, workspace: THROUGHLINE_WORKSPACE || DEFAULT_WORKSPACE };
}

export const failureOf = (error: unknown): Failure =>
  error instanceof ThroughlineError
    ? { code: error.code, message: error.message }
    : { code: 'internal', message: error instanceof Error ? error.message : String(error) };

interface HookCall {
  readonly words: readonly string[];
  readonly input: ConfigInput;
  readonly environment: Process;
  readonly clients: ClientRegistry;
}

async function writeToHookLog(
  { words, input, environment, clients }: HookCall,
  { code, message: given }: Failure,
) {
  const [calledClient = '', calledEvent = ''] = words;
  const adapter = clients.find(calledClient);
  const { projectDir } =
    adapter === undefined ? clients.startedBy(environment.env) : environmentOf(adapter, environment.env);
  const texts = [calledClient, calledEvent, projectDir ?? environment.cwd, given];
  const clean = await createRedactor().redact(texts);
  const [client = '', event = '', folder = '', message = ''] = clean.map(({ text }) => text);
  const { home, workspace } = placeOf(input, environment);
  const failure = { at: systemClock.now(), client, event, folder, code, message, workspace };
  try {
    logHookFailure(join(home, HOOK_LOG), failure);
  } catch (error) {
    environment.log(`hook log: ${error instanceof Error ? error.message : error}`);
  }
  return failure;
}

export async function reportFailure(call: HookCall, failure: Failure): Promise<void> {
  const { client, event, code, message } = await writeToHookLog(call, failure);
  call.environment.log(`hook ${client} ${event}: ${code}: ${message}`);
}

const WORKSPACE_FLAG = '--workspace';

/** Read without parsing the other flags, one of which is invalid. */
function workspaceFlagIn(argv: readonly string[]): ConfigInput['flags'] {
  const at = argv.findIndex((word) => word === WORKSPACE_FLAG || word.startsWith(`${WORKSPACE_FLAG}=`));
  const value = argv[at] === WORKSPACE_FLAG ? argv[at + 1] : argv[at]?.slice(WORKSPACE_FLAG.length + 1);
  return value === undefined ? {} : { workspace: value };
}

/** Logs a call with invalid arguments. Its flags could not be parsed, so the home is taken from the environment. */
export async function logUsageFailure(
  argv: readonly string[],
  environment: Process & Pick<ProcessEnvironment, 'readFile'>,
  error: unknown,
): Promise<void> {
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  const { env, homeDir, cwd, readFile } = environment;
  const input = { flags: workspaceFlagIn(argv), env, homeDir, cwd, readFile };
  await writeToHookLog({ words, input, environment, clients: CLIENTS }, failureOf(error));
}
