import { type Caller, HOOK_SURFACE, localPrincipal } from '../app/caller.ts';
import { PROJECT_DISABLED_CODE } from '../app/disabled-projects/refuse-disabled.ts';
import { createHookServices, type HookServices } from '../app/hooks/hook-services.ts';
import type { ClientEvent } from '../app/ports/client-adapter.ts';
import { CLIENTS } from '../clients/index.ts';
import { type ClientRegistry, environmentOf } from '../clients/registry.ts';
import type { ConfigInput } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import { isHookRepeated } from '../domain/capture/transcript-reading.ts';
import { hasCode } from '../domain/error.ts';
import { digestOf } from '../domain/id.ts';
import { renderStartOverview } from '../domain/orientation/start-overview.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { localTime } from '../system/clock-and-random.ts';
import { readGit } from '../system/git/read-git.ts';
import { createFolders } from '../system/identify-folder.ts';
import { processKey } from '../system/processes.ts';
import { findHook, type Hook, unknownHook } from './find-hook.ts';
import { type Failure, failureOf, reportFailure } from './log-hook-failure.ts';
import { driftOptions, openDeps } from './open-deps.ts';
import { type Answer, orientLate, type Progress, render, withoutOrientation } from './orient-late.ts';
import type { ProcessEnvironment } from './process-environment.ts';

export { logUsageFailure } from './log-hook-failure.ts';

/** The part of the limit that all writes together may wait for locks of other processes. */
const LOCK_SHARE = 0.5;
/** The client counts from the start of the process. A process that started slowly still gets this long. */
const MIN_RUN_MS = 100;

async function answer(
  services: HookServices,
  caller: Caller,
  hook: Hook,
  { event, transcriptPath, payload }: ClientEvent & { readonly payload: string },
  progress: Progress,
): Promise<Answer> {
  const digest = digestOf(JSON.stringify([event.name, caller.process, payload]));
  const call = { transcriptPath, digest };
  const budget = hook.hooks.budget.size;
  switch (event.name) {
    case 'session-start': {
      const starts = { ...call, source: event.source, budget };
      progress.orientLate = () => services.orientLate(caller, starts);
      const { report, overview, unstored } = await services.onSessionStart(caller, starts);
      if (unstored !== null) progress.unstored = unstored;
      const isShown = hook.showsMessage && event.source !== 'compact';
      const message = isShown && overview ? renderStartOverview(overview, localTime) : undefined;
      return render(hook, event.name, report, message);
    }
    case 'prompt': {
      const isStart = startsAtPrompt(hook);
      const isReoriented = hook.hooks.orientsAtPrompt === true;
      const report = await services.onPrompt(caller, { ...call, budget, isStart, isReoriented });
      return report === null ? null : render(hook, event.name, report);
    }
    case 'stop':
      await services.onStop(caller, { ...call, lastWords: event.lastWords });
      break;
    case 'pre-compact':
      await services.onPreCompact(caller, { ...call, note: event.note });
      break;
    case 'post-compact':
      if (event.summary !== null) await services.onPostCompact(caller, { ...call, summary: event.summary });
      break;
    case 'session-end':
      await services.onSessionEnd(caller, { ...call, why: event.why });
  }
  return null;
}

/** Checked before the store is opened: nothing about such a project is looked at. */
const isOff = ({ off }: Config, folder: string | null) => {
  if (off.length === 0 || folder === null) return false;
  const anchor = createFolders(readGit).identify(folder)?.anchorPath;
  return anchor !== undefined && off.includes(anchor);
};

const startsAtPrompt = ({ hooks }: Hook) => !Object.values(hooks.events).includes('session-start');

/** Git works while the store is opened and the session is stored: waiting for it afterwards takes as long as both. */
async function askGitEarly({ folder }: Caller, config: Config, environment: ProcessEnvironment) {
  if (folder === null) return undefined;
  const { askEarly } = await import('../system/git/read-drift.ts');
  return askEarly(folder, driftOptions(config, environment));
}

async function run(hook: Hook, environment: ProcessEnvironment, progress: Progress) {
  const { clients, adapter, hooks, limitMs } = hook;
  const protocol = await hooks.protocol();
  const payload = await environment.readPayload({
    isWhole: protocol.isWhole,
    onBytes: () => {
      progress.hasInput = true;
    },
  });
  progress.isInputRead = true;
  const reported = protocol.parse(hook.event, payload);
  if (reported === null) return null;
  const transcriptPath =
    reported.transcriptPath ?? adapter.transcripts?.pathOf?.(environment, reported.clientSessionId) ?? null;
  const config = hook.config();
  const { projectDir, processId } = environmentOf(adapter, environment.env);
  const caller: Caller = {
    principal: localPrincipal(config),
    surface: HOOK_SURFACE,
    wording: toolWording,
    budgetUnit: hooks.budget.unit,
    folder: projectDir ?? reported.folder,
    client: adapter.name,
    clientSessionId: reported.clientSessionId,
    process: processKey(processId ?? environment.parentPid),
    connection: null,
  };
  progress.hasFolder = caller.folder !== null;
  if (config.readOnly || isOff(config, caller.folder)) return null;
  const lockBudgetMs = limitMs * LOCK_SHARE;
  const ask = () => askGitEarly(caller, config, environment);
  let early = hook.event === 'session-start' ? await ask() : undefined;
  try {
    const { depsFor, store } = await openDeps(config, environment, false, {
      lockBudgetMs,
      // The client is answered after that.
      isOneCall: true,
      clients,
      findEarly: () => early,
      onNotice: (text) => {
        progress.restoreLeft = text;
      },
    });
    try {
      const services = createHookServices(depsFor);
      const isFirstPrompt =
        hook.event === 'prompt' && startsAtPrompt(hook) && (await services.isNewConversation(caller));
      if (isFirstPrompt) early = await ask();
      return await answer(services, caller, hook, { ...reported, transcriptPath, payload }, progress);
    } finally {
      await store.close();
    }
  } finally {
    early?.end();
  }
}

/** Runs the hook within its time limit. A session that starts is oriented even if the limit is exceeded. */
async function runInTime(
  hook: Hook,
  environment: ProcessEnvironment,
  logFailure: (failure: Failure) => Promise<void>,
): Promise<void> {
  const isStart = hook.event === 'session-start';
  const progress: Progress = {};
  let isAnswered = false;
  const print = (answered: Answer) => {
    if (!isAnswered && answered !== null) environment.print(answered);
    isAnswered = true;
  };
  const late = { code: 'hook_late', message: `It took longer than ${hook.limitMs} ms and was stopped.` };
  const leftMs = Math.max(MIN_RUN_MS, hook.limitMs - environment.uptimeMs());
  environment.exitAfter(leftMs, async () => {
    if (isStart) print(await orientLate(hook, progress, late));
    await logFailure(late);
  });
  try {
    print(await run(hook, environment, progress));
    if (progress.unstored !== undefined) await logFailure(failureOf(progress.unstored));
    const { restoreLeft: message } = progress;
    if (message !== undefined) await logFailure({ code: 'restore_interrupted', message });
  } catch (error) {
    if (isHookRepeated(error) || hasCode(error, PROJECT_DISABLED_CODE)) return;
    // A client without an open folder works in no project, and so has no session.
    if (progress.hasFolder === false && hasCode(error, 'session_required')) return;
    const failure = failureOf(error);
    await logFailure(failure);
    if (isStart) print(await withoutOrientation(hook, failure));
  }
}

/** Runs one hook. A failure never stops the agent: it is in the hook log and in the next report. */
export async function runHook(
  words: readonly string[],
  input: ConfigInput,
  environment: ProcessEnvironment,
  version: string,
  clients: ClientRegistry = CLIENTS,
): Promise<void> {
  if (words[1] === 'check') {
    environment.print(JSON.stringify({ ok: true, version }));
    return;
  }
  const call = { words, input, environment, clients };
  const logFailure = (failure: Failure) => reportFailure(call, failure);
  const hook = findHook(clients, words, input);
  if (hook === undefined) await logFailure(failureOf(unknownHook(clients, words)));
  else await runInTime(hook, environment, logFailure);
}
