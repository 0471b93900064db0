import { decideLeave } from '../../domain/session/decide.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { deriveLostHandoff } from '../derive-handoff.ts';
import { findCurrentSession } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import { attach, type HookCall, isUnderWay } from './hook-call.ts';

type Needs = Pick<Deps, 'clock' | 'filesFor' | 'folders' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

/** The client gives all its hooks together a second and a half, and then kills them. */
const READ_MS = 350;

/** The client is gone. Where nobody said goodbye, what its transcript shows becomes the handoff. */
export async function sessionEnds(
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
    const derived = await deriveLostHandoff(deps, draft.session, draft, told, moment);
    draft.apply(decideLeave(draft.session, 'end', moment));
    await deps.store.ledger.commit([...draft.changes(), ...attached, ...derived]);
  });
}
