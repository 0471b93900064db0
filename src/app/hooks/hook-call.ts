import type { Digest } from '../../domain/id.ts';
import { DAY_MS, plusMs } from '../../domain/instant.ts';
import type { TimeContext } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import { PROCESSES_KEPT_DAYS } from '../client-processes.ts';
import type { Change } from '../ports/ledger.ts';
import type { SessionDraft } from '../session-draft.ts';

/** Data that every hook event has. */
export interface HookCall {
  readonly transcriptPath: string | null;
  /** Digest of the event's payload, used to recognize a repeated event. */
  readonly digest: Digest;
}

/** A repeated event within this time is a duplicate; later it is a new event. */
const SAME_EVENT_MS = 10_000;

/** From here on the session's client is known by its hooks: their process, and where it writes its transcript. */
export function attach(
  draft: SessionDraft,
  caller: Caller,
  { transcriptPath, digest }: HookCall,
  { now }: TimeContext,
): readonly Change[] {
  const { session } = draft;
  if (!session.hasHooks) draft.apply([{ type: 'hooks.attached', at: now }]);
  if (transcriptPath !== null && transcriptPath !== session.transcriptPath) {
    draft.apply([{ type: 'transcript.recorded', at: now, path: transcriptPath }]);
  }
  const { process, client, clientSessionId } = caller;
  const call = { kind: 'hook_call' as const, digest, at: now, forgetBefore: plusMs(now, -SAME_EVENT_MS) };
  if (!process || client === null || clientSessionId === null) return [call];
  return [
    call,
    {
      kind: 'client_process',
      process: { key: process, client, clientSessionId, sessionId: session.id, at: now },
      forgetBefore: plusMs(now, -PROCESSES_KEPT_DAYS * DAY_MS),
    },
  ];
}
