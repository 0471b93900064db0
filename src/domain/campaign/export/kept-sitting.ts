import { elapsedMs, type Instant } from '../../instant.ts';
import type { Note } from '../../note/note.ts';
import type { Closing, Session } from '../../session/session.ts';

/** What a sitting left for the next one. */
export interface KeptHandoff {
  /** null where it left no word of where it stopped. */
  readonly summary: string | null;
  /** The next sitting still starts from it. */
  readonly isCurrent: boolean;
  readonly isDerived: boolean;
  readonly isReopened: boolean;
  /** The note that was written with it. */
  readonly noteId: string | null;
  readonly at: Instant;
}

export const KEPT_STATUSES = ['paused', 'ended', 'closed'] as const;

/** One sitting with all that was written about it, and nothing of the machine it was played on. */
export interface KeptSitting
  extends Pick<
    Session,
    | 'id'
    | 'title'
    | 'agent'
    | 'startedAt'
    | 'lastSeenAt'
    | 'pausedAt'
    | 'endedAt'
    | 'closedAt'
    | 'activeMs'
    | 'predecessorId'
    | 'successorId'
  > {
  readonly status: (typeof KEPT_STATUSES)[number];
  readonly closing: Closing | null;
  readonly handoff: KeptHandoff | null;
  /** In the order they were written. */
  readonly notes: readonly Note[];
}

/** In a copy nobody is at the table: a sitting that nobody left is over where it was last heard of. */
export function keptSitting(
  session: Session,
  handoff: KeptHandoff | null,
  notes: readonly Note[],
): KeptSitting {
  const { id, title, agent, status, startedAt, lastSeenAt, activeSince, closing } = session;
  const isOver = status === 'active' || status === 'lost';
  return {
    id,
    title,
    agent,
    status: isOver ? 'ended' : status,
    startedAt,
    lastSeenAt,
    pausedAt: session.pausedAt,
    endedAt: isOver ? lastSeenAt : session.endedAt,
    closedAt: session.closedAt,
    activeMs: session.activeMs + (activeSince === null ? 0 : elapsedMs(activeSince, lastSeenAt)),
    predecessorId: session.predecessorId,
    successorId: session.successorId,
    closing,
    handoff,
    notes,
  };
}
