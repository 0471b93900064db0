import { basename } from 'node:path';
import { decideLeave } from '../../domain/session/decide.ts';
import type { Caller } from '../caller.ts';
import { cleanCallers } from '../clean-caller.ts';
import type { Deps } from '../deps.ts';
import { deriveLostHandoff } from '../derive-handoff.ts';
import { findCurrentSession } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import { agentDeps } from '../off/agent-deps.ts';
import { requireScope } from '../principal.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import { compacted, compacts } from './compaction.ts';
import { attach, type HookCall, isUnderWay } from './hook-call.ts';
import { orientUnstored } from './orient-unstored.ts';
import { promptComes } from './prompt-comes.ts';
import { orientStart, type SessionStarts } from './session-starts.ts';
import { turnEnds } from './turn-ends.ts';

type Needs = Pick<Deps, 'clock' | 'filesFor' | 'folders' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

/** The client gives all its hooks together a second and a half, and then kills them. */
const READ_MS = 350;

/** The client is gone. Where nobody said goodbye, what its transcript shows becomes the handoff. */
async function sessionEnds(
  deps: Needs,
  caller: Caller,
  { why, ...call }: HookCall & { readonly why: string | null },
): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { note: why });
  await retryOnConflict(async () => {
    const moment = await momentOf(deps);
    const session = await findCurrentSession(deps, caller);
    if (session === undefined || !isUnderWay(session) || session.status === 'paused') return;
    const draft = new SessionDraft(session);
    const attached = attach(draft, caller, call, moment);
    const told = { reason: 'session_end' as const, note: content.note, limitMs: READ_MS };
    const derived = await deriveLostHandoff(deps, { before: draft.session, draft }, told, moment);
    draft.apply(decideLeave(draft.session, 'end', moment));
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
 * What hooks need, and nothing more: an agent waits while it is loaded. As in services.ts, the caller's principal decides the
 * workspace and what is allowed.
 */
export function createHookServices(open: (workspace: string) => Deps) {
  const forCaller =
    <Input extends HookCall, Result>(act: (deps: Deps, caller: Caller, input: Input) => Promise<Result>) =>
    async (given: Caller, input: Input) => {
      requireScope(given.principal, 'write');
      const deps = open(given.principal.workspace);
      const caller = await cleanCallers(deps.redactor)(given);
      const transcriptPath = await nameable(deps, input.transcriptPath);
      return act(agentDeps(deps, caller, {}), caller, { ...input, transcriptPath });
    };
  return {
    sessionStarts: forCaller(orientStart),
    /** For a start that took too long: reads, and writes at most the receipt. */
    orientLate: forCaller((deps, caller, { budget }: SessionStarts) =>
      orientUnstored(deps, caller, budget, 'hook_late'),
    ),
    promptComes: forCaller(promptComes),
    turnEnds: forCaller(turnEnds),
    compacts: forCaller(compacts),
    compacted: forCaller(compacted),
    sessionEnds: forCaller(sessionEnds),
  };
}

export type HookServices = ReturnType<typeof createHookServices>;
