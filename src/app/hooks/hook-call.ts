import type { Digest } from '../../domain/id.ts';
import { DAY_MS, plusMs } from '../../domain/instant.ts';
import type { Moment } from '../../domain/session/decide.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import type { Change } from '../ports/ledger.ts';
import type { SessionDraft } from '../session-draft.ts';
import { PROCESSES_KEPT_DAYS } from '../session-processes.ts';

/** What a client's hook tells of every event. */
export interface HookCall {
  readonly transcriptPath: string | null;
  /** Of the event as the client told it, by which it is known when it is told again. */
  readonly digest: Digest;
}

/** Two hooks that are told of the same event are started together; the same words later are another event. */
const SAME_EVENT_MS = 10_000;

/** From here on the session's client is known by its hooks: their process, and where it writes its transcript. */
export function attach(
  draft: SessionDraft,
  caller: Caller,
  { transcriptPath, digest }: HookCall,
  { now }: Moment,
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

/** It may be told more of its client's conversation. */
export const isUnderWay = ({ status }: Session): boolean => status !== 'ended' && status !== 'closed';
