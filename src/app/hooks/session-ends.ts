import { decideLeave } from '../../domain/session/decide.ts';
import { deriveLostHandoff } from '../derive-handoff.ts';
import { findCurrentSession } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import type { Caller, World } from '../world.ts';
import { attach, type HookCall, isUnderWay } from './hook-call.ts';

/** The client gives all its hooks together a second and a half, and then kills them. */
const READ_MS = 350;

/** The client is gone. Where nobody said goodbye, what its transcript shows becomes the handoff. */
export async function sessionEnds(
  world: World,
  caller: Caller,
  { why, ...call }: HookCall & { readonly why: string | null },
): Promise<void> {
  const { content } = await redactTexts(world.redactor, { note: why });
  await retryOnConflict(async () => {
    const moment = await momentOf(world);
    const session = await findCurrentSession(world, caller);
    if (session === undefined || !isUnderWay(session) || session.status === 'paused') return;
    const draft = new SessionDraft(session);
    const attached = attach(draft, caller, call, moment);
    const told = { reason: 'session_end' as const, note: content.note, limitMs: READ_MS };
    const derived = await deriveLostHandoff(world, draft.session, draft, told, moment);
    draft.apply(decideLeave(draft.session, 'end', moment));
    await world.store.ledger.commit([...draft.changes(), ...attached, ...derived]);
  });
}
