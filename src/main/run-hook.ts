import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createHookServices, type HookServices } from '../app/hooks/hook-services.ts';
import { START_SOURCES, type StartSource } from '../app/hooks/session-starts.ts';
import { PROJECT_OFF } from '../app/off/refuse-off.ts';
import { type Caller, HOOK_DOOR } from '../app/world.ts';
import {
  CLAUDE_CODE_BUDGET,
  CLAUDE_CODE_EVENTS,
  type ClaudeCodeEvent,
  type ClaudeCodePayload,
  claudeCodeContext,
  parseClaudeCodePayload,
} from '../clients/claude-code-hooks.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import { isHookRepeated } from '../domain/capture/hook-repeated.ts';
import { invalid, ThroughlineError } from '../domain/error.ts';
import { type Digest, digestOf } from '../domain/id.ts';
import { nextStep } from '../domain/next-step.ts';
import { renderAdvice } from '../domain/surface-wording.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { systemClock } from '../system/clock.ts';
import { readGit } from '../system/git/read-git.ts';
import { HOOK_LOG, logHookFailure } from '../system/hook-log.ts';
import { createFolders } from '../system/identify-folder.ts';
import { processKey } from '../system/processes.ts';

import { clientPid } from './client-pid.ts';
import type { Machine } from './machine.ts';
import { openWorld } from './open-world.ts';

const CLIENT = 'claude-code';
/** The client kills the hooks of a session's end sooner than others. */
const END_SHARE = 0.55;
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

interface Failure {
  readonly code: string;
  readonly message: string;
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

const sourceOf = ({ source }: ClaudeCodePayload): StartSource =>
  START_SOURCES.find((known) => known === source) ?? 'startup';

const noteOf = ({ trigger, customInstructions }: ClaudeCodePayload): string | null =>
  [trigger, customInstructions].filter((part) => part !== null).join(': ') || null;

async function answer(
  services: HookServices,
  caller: Caller,
  event: ClaudeCodeEvent,
  payload: ClaudeCodePayload & { readonly digest: Digest },
  progress: Progress,
): Promise<Answer> {
  const { transcriptPath, digest } = payload;
  const call = { transcriptPath, digest };
  const budget = CLAUDE_CODE_BUDGET;
  switch (event) {
    case 'session-start': {
      const starts = { ...call, source: sourceOf(payload), budget };
      progress.orientLate = () => services.orientLate(caller, starts);
      const { report, unstored } = await services.sessionStarts(caller, starts);
      if (unstored !== null) progress.unstored = unstored;
      return claudeCodeContext('SessionStart', report);
    }
    case 'prompt': {
      const report = await services.promptComes(caller, { ...call, budget });
      return report === null ? null : claudeCodeContext('UserPromptSubmit', report);
    }
    case 'stop':
      await services.turnEnds(caller, { ...call, lastWords: payload.lastAssistantMessage });
      return null;
    case 'pre-compact':
      await services.compacts(caller, { ...call, note: noteOf(payload) });
      return null;
    case 'post-compact':
      if (payload.compactSummary !== null)
        await services.compacted(caller, { ...call, summary: payload.compactSummary });
      return null;
    case 'session-end':
      await services.sessionEnds(caller, { ...call, why: payload.reason });
      return null;
  }
}

function eventOf([client, event]: readonly string[]): ClaudeCodeEvent {
  const known = Object.values(CLAUDE_CODE_EVENTS).find((name) => name === event);
  if (client === CLIENT && known !== undefined) return known;
  throw invalid(
    'hook_unknown',
    `There is no hook ${JSON.stringify(`${client} ${event}`)}.`,
    `Hooks of ${CLIENT}: ${Object.values(CLAUDE_CODE_EVENTS).join(', ')}. throughline install ${CLIENT} writes them.`,
  );
}

const folderOf = ({ env }: Machine, payload: ClaudeCodePayload) => env.CLAUDE_PROJECT_DIR || payload.cwd;

/** Before the store is opened: of such a project not even that it exists is any business of ours. */
const isOff = ({ off }: Config, folder: string | null) => {
  if (off.length === 0 || folder === null) return false;
  const anchor = createFolders(readGit).identify(folder)?.anchorPath;
  return anchor !== undefined && off.includes(anchor);
};

/** Where all was said, nobody waits for the client to close the pipe: one that starts many hooks does so late. */
function isJsonObject(chunks: readonly Buffer[]): boolean {
  if (!/\}\s*$/.test(chunks.at(-1)?.subarray(-10).toString('latin1') ?? '')) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

async function run(
  words: readonly string[],
  input: ConfigInput,
  machine: Machine,
  progress: Progress,
): Promise<Answer> {
  const event = eventOf(words);
  const told = await machine.readStdin(isJsonObject);
  progress.isHeard = true;
  const payload = parseClaudeCodePayload(told);
  if (payload.agentId !== null) return null;
  const folder = folderOf(machine, payload);
  const config = loadConfig(input);
  if (config.readOnly) return null;
  if (isOff(config, folder)) return null;
  const lockBudgetMs = limitOf(words, input) * LOCK_SHARE;
  const { world, close } = openWorld(config, machine, false, undefined, lockBudgetMs);
  const caller: Caller = {
    door: HOOK_DOOR,
    wording: toolWording,
    folder,
    client: CLIENT,
    clientSessionId: payload.sessionId,
    process: processKey(clientPid(machine)),
    connection: null,
  };
  try {
    const digest = digestOf(JSON.stringify([event, caller.process, told]));
    return await answer(createHookServices(world), caller, event, { ...payload, digest }, progress);
  } finally {
    await close();
  }
}

function limitOf([, event]: readonly string[], input: ConfigInput): number {
  let limitMs = LIMIT_MS;
  try {
    limitMs = loadConfig(input).hookTimeoutMs;
  } catch {
    // Said when the hook itself reads them.
  }
  return event === 'session-end' ? Math.round(limitMs * END_SHARE) : limitMs;
}

const homeOf = (input: ConfigInput, { env, homeDir }: Machine): string => {
  try {
    return loadConfig(input).home;
  } catch {
    return env.THROUGHLINE_HOME || join(homeDir, '.throughline');
  }
};

const reasonOf = (error: unknown): Failure =>
  error instanceof ThroughlineError
    ? { code: error.code, message: error.message }
    : { code: 'internal', message: error instanceof Error ? error.message : String(error) };

async function keepReason(
  words: readonly string[],
  input: ConfigInput,
  machine: Machine,
  failure: Failure,
): Promise<void> {
  const given = [...words.slice(0, 2), '', ''].slice(0, 2);
  const folder = machine.env.CLAUDE_PROJECT_DIR || machine.cwd;
  const clean = await createRedactor().redact([...given, folder, failure.message]);
  const [client = '', event = '', cleanFolder = '', message = ''] = clean.map(({ text }) => text);
  machine.log(`hook ${client} ${event}: ${failure.code}: ${message}`);
  try {
    logHookFailure(join(homeOf(input, machine), HOOK_LOG), {
      at: systemClock.now(),
      client,
      event,
      folder: cleanFolder,
      code: failure.code,
      message,
    });
  } catch (error) {
    machine.log(`hook log: ${error instanceof Error ? error.message : error}`);
  }
}

const NOT_READ = renderAdvice(
  toolWording,
  'What earlier sessions left could not be read. Try again, or find the cause.',
  [nextStep('orientation.read'), nextStep('doctor.run')],
);

/** The session begins without us, and is told so: silence would look like an empty past. */
const withoutOrientation = ({ code }: Failure): string =>
  claudeCodeContext('SessionStart', `# Throughline: no orientation (${code})\n${NOT_READ}`);

/**
 * Reading takes no lock and little time. Where even that is late, the machine is busy with others, and so is whoever
 * waits: the orientation is worth a little more time, as long as the client has patience.
 */
async function orientationOf(progress: Progress, late: Failure, limitMs: number): Promise<string> {
  const givesUpAt = performance.now() + limitMs * LATE_SHARE;
  const isLeft = () => performance.now() < givesUpAt;
  // What the client said may lie there unread: in a process that hardly got to run, the timer comes before the input.
  for (let looks = 0; !progress.isHeard && looks < MAX_LOOKS && isLeft(); looks += 1) await pause(PAUSE_MS);
  while (progress.isHeard && progress.orientLate === undefined && isLeft()) await pause(PAUSE_MS);
  const givenUp = pause(Math.max(0, givesUpAt - performance.now()));
  const report = await Promise.race([progress.orientLate?.().catch(() => undefined), givenUp]);
  return typeof report === 'string' ? claudeCodeContext('SessionStart', report) : withoutOrientation(late);
}

/** As quiet as in the project's own folder. */
const isProjectOff = (error: unknown) => error instanceof ThroughlineError && error.code === PROJECT_OFF;

/** Runs one hook. Whatever happens, the agent goes on: the reason is in the log and in the next report. */
export async function runHook(
  words: readonly string[],
  input: ConfigInput,
  machine: Machine,
  version: string,
): Promise<void> {
  if (words[1] === 'check') {
    machine.print(JSON.stringify({ ok: true, version }));
    return;
  }
  const isStart = words[1] === 'session-start';
  const limitMs = limitOf(words, input);
  const progress: Progress = {};
  let isAnswered = false;
  const print = (text: string) => {
    if (!isAnswered) machine.print(text);
    isAnswered = true;
  };
  const late = { code: 'hook_late', message: `It took longer than ${limitMs} ms and was given up.` };
  machine.giveUpAfter(limitMs, async () => {
    if (isStart) print(await orientationOf(progress, late, limitMs));
    await keepReason(words, input, machine, late);
  });
  try {
    const answer = await run(words, input, machine, progress);
    if (answer !== null) print(answer);
    if (progress.unstored !== undefined) await keepReason(words, input, machine, reasonOf(progress.unstored));
  } catch (error) {
    if (isHookRepeated(error) || isProjectOff(error)) return;
    const failure = reasonOf(error);
    await keepReason(words, input, machine, failure);
    if (isStart) print(withoutOrientation(failure));
  }
}
