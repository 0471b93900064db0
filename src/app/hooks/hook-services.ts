import { basename } from 'node:path';
import { type Caller, requireScope } from '../caller.ts';
import { cleanCallers } from '../connection-binding.ts';
import type { Deps, HookDeps } from '../deps.ts';
import { agentDeps } from '../disabled-projects/agent-deps.ts';
import { findCurrentSession } from '../locate-session.ts';
import { redactTexts } from '../redact-content.ts';
import type { HookCall } from './hook-call.ts';
import { onSessionEnd } from './session-end.ts';
import { onPrompt, orientUnstored, type SessionStartCall, startAndReport } from './session-start.ts';
import { onPostCompact, onPreCompact, onStop } from './turns-and-compaction.ts';

/** A file whose name holds a secret is not written down, and so not read. Its folders are the person's own. */
async function nameable({ redactor }: Pick<Deps, 'redactor'>, path: string | null): Promise<string | null> {
  if (path === null) return null;
  const name = basename(path, '.jsonl');
  const { content } = await redactTexts(redactor, { name });
  return content.name === name ? path : null;
}

/**
 * Loads only what hooks need, because an agent waits for it. As in services.ts, the caller's principal decides the
 * workspace and the scopes.
 */
export function createHookServices(open: (workspace: string) => HookDeps) {
  const forCaller =
    <Input extends HookCall, Result>(
      act: (deps: HookDeps, caller: Caller, input: Input) => Promise<Result>,
    ) =>
    async (given: Caller, input: Input) => {
      requireScope(given.principal, 'write');
      const deps = open(given.principal.workspace);
      const caller = await cleanCallers(deps.redactor)(given);
      const transcriptPath = await nameable(deps, input.transcriptPath);
      return act(agentDeps(deps, caller, {}), caller, { ...input, transcriptPath });
    };
  return {
    /** Whether the next prompt starts a session, and so needs an orientation. */
    async isNewConversation(given: Caller): Promise<boolean> {
      requireScope(given.principal, 'write');
      const deps = open(given.principal.workspace);
      const caller = await cleanCallers(deps.redactor)(given);
      return (await findCurrentSession(agentDeps(deps, caller, {}), caller)) === undefined;
    },
    onSessionStart: forCaller(startAndReport),
    /** For a start that took too long: reads, and writes at most the receipt. */
    orientLate: forCaller((deps, caller, { budget }: SessionStartCall) =>
      orientUnstored(deps, caller, budget, 'hook_late'),
    ),
    onPrompt: forCaller(onPrompt),
    onStop: forCaller(onStop),
    onPreCompact: forCaller(onPreCompact),
    onPostCompact: forCaller(onPostCompact),
    onSessionEnd: forCaller(onSessionEnd),
  };
}

export type HookServices = ReturnType<typeof createHookServices>;
