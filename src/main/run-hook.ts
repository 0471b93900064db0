import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, HOOK_SURFACE } from '../app/caller.ts';
import { createHookServices, type HookServices } from '../app/hooks/hook-services.ts';
import { PROJECT_OFF } from '../app/off/refuse-off.ts';
import type { ClientAdapter, ClientHooks } from '../app/ports/client-adapter.ts';
import {
  type ClientEvent,
  type ContextEventName,
  HOOK_EVENTS,
  type HookEventName,
} from '../app/ports/hook-event.ts';
import { localPrincipal, type Principal } from '../app/principal.ts';
import { CLIENTS } from '../clients/index.ts';
import { type ClientRegistry, environmentOf } from '../clients/registry.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import { isHookRepeated } from '../domain/capture/hook-repeated.ts';
import { invalid, ThroughlineError } from '../domain/error.ts';
import { digestOf } from '../domain/id.ts';
import { nextStep } from '../domain/next-step.ts';
import { renderAdvice } from '../domain/surface-wording.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { readGit } from '../system/git/read-git.ts';
import { createFolders } from '../system/identify-folder.ts';
import { processKey } from '../system/processes.ts';
import { type Failure, reasonOf, reportFailure } from './keep-hook-failure.ts';
import { openDeps } from './open-deps.ts';
import type { ProcessEnvironment } from './process-environment.ts';

export { keepUsageFailure } from './keep-hook-failure.ts';

/** Where the settings cannot be read. */
const LIMIT_MS = 1_800;
/** Of the limit, how long all writes together wait for other processes that write. */
const LOCK_SHARE = 0.5;
/** Of the limit, how much longer a late orientation may take; with it the usual limit stays below that of the client. */
const LATE_SHARE = 1.5;
/** How often a client that has not said all it had to say is listened to once more. */
const MAX_LOOKS = 20;
const PAUSE_MS = 5;

type Answer = string | null;

/** The hook that was called. */
interface Hook {
  readonly clients: ClientRegistry;
  readonly adapter: ClientAdapter;
  readonly hooks: ClientHooks;
  readonly event: HookEventName;
  readonly limitMs: number;
}

/** What a hook that runs has for whoever finds that it takes too long. */
interface Progress {
  /** Whether the client has said all it had to say: one that has not is not waited for. */
  isHeard?: boolean;
  /** How to orient the session without storing it, once the store is open. */
  orientLate?: () => Promise<string>;
  /** Why the session was oriented and not stored. */
  unstored?: unknown;
}

/** The report as the client takes it. */
const render = async ({ hooks }: Hook, event: ContextEventName, report: string): Promise<string> =>
  (await hooks.protocol()).render(event, report);

async function answer(
  services: HookServices,
  caller: Caller,
  hook: Hook,
  { event, transcriptPath, told }: ClientEvent & { readonly told: string },
  progress: Progress,
): Promise<Answer> {
  const digest = digestOf(JSON.stringify([event.name, caller.process, told]));
  const call = { transcriptPath, digest };
  const budget = hook.hooks.budget.size;
  switch (event.name) {
    case 'session-start': {
      const starts = { ...call, source: event.source, budget };
      progress.orientLate = () => services.orientLate(caller, starts);
      const { report, unstored } = await services.sessionStarts(caller, starts);
      if (unstored !== null) progress.unstored = unstored;
      return render(hook, event.name, report);
    }
    case 'prompt': {
      const report = await services.promptComes(caller, { ...call, budget });
      return report === null ? null : render(hook, event.name, report);
    }
    case 'stop':
      await services.turnEnds(caller, { ...call, lastWords: event.lastWords });
      return null;
    case 'pre-compact':
      await services.compacts(caller, { ...call, note: event.note });
      return null;
    case 'post-compact':
      if (event.summary !== null) await services.compacted(caller, { ...call, summary: event.summary });
      return null;
    case 'session-end':
      await services.sessionEnds(caller, { ...call, why: event.why });
      return null;
  }
}

/** Before the store is opened: of such a project not even that it exists is any business of ours. */
const isOff = ({ off }: Config, folder: string | null) => {
  if (off.length === 0 || folder === null) return false;
  const anchor = createFolders(readGit).identify(folder)?.anchorPath;
  return anchor !== undefined && off.includes(anchor);
};

const callerOf = (
  { adapter, hooks }: Hook,
  principal: Principal,
  machine: ProcessEnvironment,
  { clientSessionId, folder }: ClientEvent,
): Caller => {
  const { projectDir, processId } = environmentOf(adapter, machine.env);
  return {
    principal,
    surface: HOOK_SURFACE,
    wording: toolWording,
    budgetUnit: hooks.budget.unit,
    folder: projectDir ?? folder,
    client: adapter.name,
    clientSessionId,
    process: processKey(processId ?? machine.parentPid),
    connection: null,
  };
};

async function run(
  hook: Hook,
  input: ConfigInput,
  machine: ProcessEnvironment,
  progress: Progress,
): Promise<Answer> {
  const protocol = await hook.hooks.protocol();
  const told = await machine.readStdin(protocol.isWhole);
  progress.isHeard = true;
  const reported = protocol.parse(hook.event, told);
  if (reported === null) return null;
  const config = loadConfig(input);
  const principal = localPrincipal(config);
  const caller = callerOf(hook, principal, machine, reported);
  if (config.readOnly || isOff(config, caller.folder)) return null;
  const { clients, limitMs } = hook;
  const lockBudgetMs = limitMs * LOCK_SHARE;
  const { depsFor, store } = await openDeps(config, machine, false, { lockBudgetMs, clients });
  try {
    const services = createHookServices(depsFor);
    return await answer(services, caller, hook, { ...reported, told }, progress);
  } finally {
    await store.close();
  }
}

function limitOf(input: ConfigInput, share: number): number {
  let limitMs = LIMIT_MS;
  try {
    limitMs = loadConfig(input).hookTimeoutMs;
  } catch {
    // Said when the hook itself reads them.
  }
  return Math.round(limitMs * share);
}

function findHook(
  clients: ClientRegistry,
  [client, event]: readonly string[],
  input: ConfigInput,
): Hook | undefined {
  const adapter = clients.find(client);
  const hooks = adapter?.hooks;
  const known = HOOK_EVENTS.find((name) => name === event);
  if (adapter === undefined || hooks === undefined || known === undefined) return undefined;
  return { clients, adapter, hooks, event: known, limitMs: limitOf(input, hooks.timeShares?.[known] ?? 1) };
}

const unknownHook = (clients: ClientRegistry, [client, event]: readonly string[]) =>
  invalid(
    'hook_unknown',
    `There is no hook ${JSON.stringify(`${client} ${event}`)}.`,
    `Clients with hooks: ${clients.namesWithHooks.join(', ')}. Events: ${HOOK_EVENTS.join(', ')}.`,
  );

const NOT_READ = renderAdvice(
  toolWording,
  'What earlier sessions left could not be read. Try again, or find the cause.',
  [nextStep('orientation.read'), nextStep('doctor.run')],
);

/** The session begins without us, and is told so: silence would look like an empty past. */
const withoutOrientation = (hook: Hook, { code }: Failure): Promise<string> =>
  render(hook, 'session-start', `# Throughline: no orientation (${code})\n${NOT_READ}`);

/**
 * Reading takes no lock and little time. Where even that is late, the machine is busy with others, and so is whoever
 * waits: the orientation is worth a little more time, as long as the client has patience.
 */
async function orientationOf(hook: Hook, progress: Progress, late: Failure): Promise<string> {
  const givesUpAt = performance.now() + hook.limitMs * LATE_SHARE;
  const isLeft = () => performance.now() < givesUpAt;
  // What the client said may lie there unread: in a process that hardly got to run, the timer comes before the input.
  for (let looks = 0; !progress.isHeard && looks < MAX_LOOKS && isLeft(); looks += 1) await pause(PAUSE_MS);
  while (progress.isHeard && progress.orientLate === undefined && isLeft()) await pause(PAUSE_MS);
  const givenUp = pause(Math.max(0, givesUpAt - performance.now()));
  const report = await Promise.race([progress.orientLate?.().catch(() => undefined), givenUp]);
  return typeof report === 'string' ? render(hook, 'session-start', report) : withoutOrientation(hook, late);
}

/** As quiet as in the project's own folder. */
const isProjectOff = (error: unknown) => error instanceof ThroughlineError && error.code === PROJECT_OFF;

type KeepReason = (failure: Failure) => Promise<void>;

/** Within its time; what it takes longer is given up, and a session that starts is oriented all the same. */
async function runInTime(
  hook: Hook,
  input: ConfigInput,
  machine: ProcessEnvironment,
  keep: KeepReason,
): Promise<void> {
  const isStart = hook.event === 'session-start';
  const progress: Progress = {};
  let isAnswered = false;
  const print = (text: string) => {
    if (!isAnswered) machine.print(text);
    isAnswered = true;
  };
  const late = { code: 'hook_late', message: `It took longer than ${hook.limitMs} ms and was given up.` };
  machine.giveUpAfter(hook.limitMs, async () => {
    if (isStart) print(await orientationOf(hook, progress, late));
    await keep(late);
  });
  try {
    const answered = await run(hook, input, machine, progress);
    if (answered !== null) print(answered);
    if (progress.unstored !== undefined) await keep(reasonOf(progress.unstored));
  } catch (error) {
    if (isHookRepeated(error) || isProjectOff(error)) return;
    const failure = reasonOf(error);
    await keep(failure);
    if (isStart) print(await withoutOrientation(hook, failure));
  }
}

/** Runs one hook. Whatever happens, the agent goes on: the reason is in the log and in the next report. */
export async function runHook(
  words: readonly string[],
  input: ConfigInput,
  machine: ProcessEnvironment,
  version: string,
  clients: ClientRegistry = CLIENTS,
): Promise<void> {
  if (words[1] === 'check') {
    machine.print(JSON.stringify({ ok: true, version }));
    return;
  }
  const keep: KeepReason = (failure) => reportFailure(words, input, machine, failure, clients);
  const hook = findHook(clients, words, input);
  if (hook === undefined) await keep(reasonOf(unknownHook(clients, words)));
  else await runInTime(hook, input, machine, keep);
}
