import { decideLeave } from '../../domain/session/decide.ts';
import { hasEnded, type TimeContext } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { deriveLostHandoff } from '../derive-handoff.ts';
import { findCurrentSession } from '../locate-session.ts';
import type { Change } from '../ports/ledger.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import { readTime } from '../time-context.ts';
import { attach, type HookCall } from './hook-call.ts';

type Needs = Pick<Deps, 'clock' | 'filesFor' | 'folders' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

/** The client gives all its hooks together a second and a half, and then kills them. */
const SESSION_END_READ_MS = 350;

/** Ends the caller's session. If no handoff was written, one is derived from the transcript. */
async function leave(
  deps: Needs,
  caller: Caller,
  why: string | null,
  attachTo: (draft: SessionDraft, time: TimeContext) => readonly Change[],
): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { note: why });
  await retryOnConflict(async () => {
    const time = await readTime(deps);
    const session = await findCurrentSession(deps, caller);
    if (session === undefined || hasEnded(session) || session.status === 'paused') return;
    const draft = new SessionDraft(session);
    const attached = attachTo(draft, time);
    const known = { reason: 'session_end' as const, note: content.note, limitMs: SESSION_END_READ_MS };
    const derived = await deriveLostHandoff(deps, { before: draft.session, draft }, known, time);
    draft.apply(decideLeave(draft.session, 'end', time));
    await deps.store.ledger.commit([...draft.changes(), ...attached, ...derived]);
  });
}

/** The client ended. */
export const onSessionEnd = (
  deps: Needs,
  caller: Caller,
  { why, ...call }: HookCall & { readonly why: string | null },
): Promise<void> => leave(deps, caller, why, (draft, time) => attach(draft, caller, call, time));

/** Ends the conversation that the client has just cleared: some clients report only the start of the next one. */
export async function endCleared(deps: Needs, caller: Caller): Promise<void> {
  const before = caller.process ? await deps.store.captures.findProcess(caller.process) : undefined;
  if (before === undefined || before.clientSessionId === caller.clientSessionId) return;
  await leave(deps, { ...caller, clientSessionId: before.clientSessionId }, 'clear', () => []);
}
