import { basename } from 'node:path';
import { decideLeave } from '../../domain/session/decide.ts';
import { hasEnded } from '../../domain/session/session.ts';
import { type Caller, requireScope } from '../caller.ts';
import { cleanCallers } from '../connection-binding.ts';
import type { Deps, HookDeps } from '../deps.ts';
import { deriveLostHandoff } from '../derive-handoff.ts';
import { agentDeps } from '../disabled-projects/agent-deps.ts';
import { findCurrentSession } from '../locate-session.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import { readTime } from '../time-context.ts';
import { attach, type HookCall } from './hook-call.ts';
import { onPrompt, orientUnstored, type SessionStartCall, startAndReport } from './session-start.ts';
import { onPostCompact, onPreCompact, onStop } from './turns-and-compaction.ts';

type Needs = Pick<Deps, 'clock' | 'filesFor' | 'folders' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

/** The client gives all its hooks together a second and a half, and then kills them. */
const SESSION_END_READ_MS = 350;

/** The client ended. If no handoff was written, one is derived from the transcript. */
async function onSessionEnd(
  deps: Needs,
  caller: Caller,
  { why, ...call }: HookCall & { readonly why: string | null },
): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { note: why });
  await retryOnConflict(async () => {
    const time = await readTime(deps);
    const session = await findCurrentSession(deps, caller);
    if (session === undefined || hasEnded(session) || session.status === 'paused') return;
    const draft = new SessionDraft(session);
    const attached = attach(draft, caller, call, time);
    const known = { reason: 'session_end' as const, note: content.note, limitMs: SESSION_END_READ_MS };
    const derived = await deriveLostHandoff(deps, { before: draft.session, draft }, known, time);
    draft.apply(decideLeave(draft.session, 'end', time));
    await deps.store.ledger.commit([...draft.changes(), ...attached, ...derived]);
  });
}

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
