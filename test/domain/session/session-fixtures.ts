import { type Instant, instantFromMs, msOf, plusMs } from '../../../src/domain/instant.ts';
import type { SessionEvent, SessionStarted } from '../../../src/domain/session/events.ts';
import { replayEvents } from '../../../src/domain/session/events.ts';
import type { Closing, Session, SuccessionPolicy, TimeContext } from '../../../src/domain/session/session.ts';

export const T0: Instant = '2026-01-05T09:00:00.000Z';
export const LOST_AFTER = { withHooksMs: 30 * 60_000, withoutHooksMs: 12 * 3_600_000 };

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => count * 3_600_000;
export const days = (count: number) => count * 86_400_000;

/** An instant so many milliseconds after the session began. */
export const after = (ms: number): Instant => plusMs(T0, ms);
export const moment = (ms: number): TimeContext => ({
  now: instantFromMs(msOf(T0) + ms),
  lostAfter: LOST_AFTER,
});

export const started = (facts: Partial<SessionStarted> = {}): SessionStarted => ({
  type: 'session.started',
  at: T0,
  id: 'ses_1',
  projectId: 'prj_1',
  kind: 'work',
  title: 'Ledger',
  agent: 'ada',
  client: 'claude-code',
  clientSessionId: 'client-1',
  predecessorId: null,
  worktree: '/w',
  branch: 'main',
  head: 'abc',
  hasHooks: false,
  isImplicit: false,
  ...facts,
});

export const NO_DETAILS = { clientSessionId: null, branch: null, head: null } as const;
export const paused = (ms: number): SessionEvent => ({ type: 'session.paused', at: after(ms) });
export const resumed = (ms: number): SessionEvent => ({
  type: 'session.resumed',
  at: after(ms),
  ...NO_DETAILS,
});
export const lost = (ms: number): SessionEvent => ({ type: 'session.lost', at: after(ms) });
export const ended = (ms: number): SessionEvent => ({ type: 'session.ended', at: after(ms) });
export const turn = (ms: number, chars = 10): SessionEvent => ({ type: 'turn.taken', at: after(ms), chars });
export const handoff = (ms: number, digest = 'sha256:a', isDerived = false): SessionEvent => ({
  type: 'handoff.written',
  at: after(ms),
  handoffId: `hnd_${digest}`,
  digest,
  isDerived,
});
export const succeeded = (ms: number, successorId = 'ses_2'): SessionEvent => ({
  type: 'session.succeeded',
  at: after(ms),
  successorId,
});
export const closing = (policy: SuccessionPolicy = 'successor_allowed'): Closing => ({
  reason: 'done',
  epitaph: 'It held.',
  policy,
});
export const closed = (ms: number, policy?: SuccessionPolicy): SessionEvent => ({
  type: 'session.closed',
  at: after(ms),
  ...closing(policy),
});

/** The session that these events make, after its start. */
export function given(...events: readonly SessionEvent[]): Session {
  const session = replayEvents([started(), ...events]);
  if (session === undefined) throw new Error('no events');
  return session;
}
