import { type Digest, derivedId } from '../id.ts';
import { elapsedMs, type Instant, isClockAhead, MINUTE_MS } from '../instant.ts';

export const SESSION_KINDS = ['work', 'game'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export const SESSION_STATUSES = ['active', 'paused', 'lost', 'ended', 'closed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const SUCCESSION_POLICIES = [
  'successor_allowed',
  'closed_without_successor',
  'successor_required',
] as const;
export type SuccessionPolicy = (typeof SUCCESSION_POLICIES)[number];

export interface Closing {
  readonly reason: string | null;
  readonly epitaph: string | null;
  readonly policy: SuccessionPolicy;
}

interface HandoffMark {
  readonly id: string;
  readonly digest: Digest;
  readonly isDerived: boolean;
  /** The session went on after it. */
  readonly isReopened: boolean;
}

/** One piece of work in a project. Its version is the number of its events. */
export interface Session {
  readonly id: string;
  readonly projectId: string;
  readonly kind: SessionKind;
  readonly title: string | null;
  readonly agent: string | null;
  readonly client: string | null;
  readonly clientSessionId: string | null;
  /** `lost` is stored once someone noticed; until then `statusAt` derives it. */
  readonly status: SessionStatus;
  readonly startedAt: Instant;
  readonly lastSeenAt: Instant;
  /** Since when it has been active without a break; null while it is not. */
  readonly activeSince: Instant | null;
  /** Active time before `activeSince`, pauses and silences excluded. */
  readonly activeMs: number;
  readonly pausedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly predecessorId: string | null;
  readonly successorId: string | null;
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly hasHooks: boolean;
  readonly isImplicit: boolean;
  readonly turnCount: number;
  readonly historyChars: number;
  readonly handoff: HandoffMark | null;
  readonly closing: Closing | null;
  readonly orientationScore: number | null;
  readonly gapCount: number | null;
  readonly transcriptPath: string | null;
  readonly version: number;
}

export interface TimeContext {
  readonly now: Instant;
  /** The clock's time, if it is before `now`: silence is measured by the clock alone. */
  readonly clock?: Instant;
  readonly lostAfter: LostAfter;
}

export interface LostAfter {
  readonly withHooksMs: number;
  readonly withoutHooksMs: number;
}

const lostAfterMs = (session: Pick<Session, 'hasHooks'>, lostAfter: LostAfter): number =>
  session.hasHooks ? lostAfter.withHooksMs : lostAfter.withoutHooksMs;

/** A `lastSeenAt` far in the future was written by a wrong clock, so the session counts as silent. */
export const silenceMs = ({ lastSeenAt }: Pick<Session, 'lastSeenAt'>, clock: Instant): number =>
  isClockAhead(lastSeenAt, clock) ? Number.POSITIVE_INFINITY : elapsedMs(lastSeenAt, clock);

export function statusAt(session: Session, now: Instant, lostAfter: LostAfter): SessionStatus {
  const isSilent = silenceMs(session, now) >= lostAfterMs(session, lostAfter);
  return session.status === 'active' && isSilent ? 'lost' : session.status;
}

export const statusIn = (session: Session, { now, clock = now, lostAfter }: TimeContext): SessionStatus =>
  statusAt(session, clock, lostAfter);

/** A game reports every turn, as hooks do, so a long silence is not active time. */
const countedSilenceMs = (session: Session, lostAfter: LostAfter): number =>
  Math.min(
    lostAfterMs(session, lostAfter),
    session.kind === 'game' ? lostAfter.withHooksMs : Number.POSITIVE_INFINITY,
  );

/** Active, and silent for so long that the silence is not active time; it need not be lost yet. */
export const isSilentIn = (session: Session, { now, clock = now, lostAfter }: TimeContext): boolean =>
  session.status === 'active' && silenceMs(session, clock) >= countedSilenceMs(session, lostAfter);

export const hasEnded = ({ status }: Pick<Session, 'status'>) => status === 'ended' || status === 'closed';

export const forbidsSuccessor = ({ closing }: Pick<Session, 'closing'>): boolean =>
  closing?.policy === 'closed_without_successor';

export const isOpen = (status: SessionStatus): boolean => status === 'active' || status === 'paused';

/** Active time: pauses, and the silence after the last sign of life, do not count. */
export function activeMsIn(session: Session, time: TimeContext): number {
  if (session.activeSince === null) return session.activeMs;
  const until = isSilentIn(session, time) ? session.lastSeenAt : time.now;
  return session.activeMs + elapsedMs(session.activeSince, until);
}

export const durationMinutes = (ms: number): number => Math.round((ms / MINUTE_MS) * 10) / 10;

/** The id of the session that is made of a past conversation. Importing it again finds that session. */
export const importedSessionId = (client: string, clientSessionId: string): string =>
  derivedId('ses', 'imported', client, clientSessionId);

/** Whether the session was made of a past conversation. */
export const isImported = ({
  id,
  client,
  clientSessionId,
}: Pick<Session, 'id' | 'client' | 'clientSessionId'>): boolean =>
  client !== null && clientSessionId !== null && id === importedSessionId(client, clientSessionId);
