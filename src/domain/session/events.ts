import type { Digest } from '../id.ts';
import { digestOf } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { Closing, Session, SessionKind } from './session.ts';

export interface SessionStarted {
  readonly type: 'session.started';
  readonly at: Instant;
  readonly id: string;
  readonly projectId: string;
  readonly kind: SessionKind;
  readonly title: string | null;
  readonly agent: string | null;
  readonly client: string | null;
  readonly clientSessionId: string | null;
  readonly predecessorId: string | null;
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly hasHooks: boolean;
  /** Nobody started it: a write did. */
  readonly isImplicit: boolean;
}

export interface SessionPaused {
  readonly type: 'session.paused';
  readonly at: Instant;
}

export interface SessionResumed {
  readonly type: 'session.resumed';
  readonly at: Instant;
  readonly clientSessionId: string | null;
  readonly branch: string | null;
  readonly head: string | null;
}

/** Nobody closed it: its active time ends where it was last heard of. */
export interface SessionLost {
  readonly type: 'session.lost';
  readonly at: Instant;
}

export interface SessionEnded {
  readonly type: 'session.ended';
  readonly at: Instant;
}

export interface SessionClosed extends Closing {
  readonly type: 'session.closed';
  readonly at: Instant;
}

export interface SessionSucceeded {
  readonly type: 'session.succeeded';
  readonly at: Instant;
  readonly successorId: string;
}

export interface TurnTaken {
  readonly type: 'turn.taken';
  readonly at: Instant;
  readonly chars: number;
}

export interface HandoffWritten {
  readonly type: 'handoff.written';
  readonly at: Instant;
  readonly handoffId: string;
  readonly digest: Digest;
  readonly isDerived: boolean;
}

/** What the next session would start with, as things stood when this one was left. */
export interface OrientationScored {
  readonly type: 'orientation.scored';
  readonly at: Instant;
  readonly score: number;
  readonly gapCount: number;
}

export interface TranscriptRecorded {
  readonly type: 'transcript.recorded';
  readonly at: Instant;
  readonly path: string;
}

/** A sign of life that is no turn. */
export interface SessionHeard {
  readonly type: 'session.heard';
  readonly at: Instant;
}

/** From now on the client's hooks tell of it: silence means more than it did. */
export interface HooksAttached {
  readonly type: 'hooks.attached';
  readonly at: Instant;
}

/** Came whole from another store, as it was left there. */
export interface SessionImported {
  readonly type: 'session.imported';
  readonly at: Instant;
  readonly session: Omit<Session, 'version'>;
}

export type SessionEvent =
  | SessionStarted
  | SessionPaused
  | SessionResumed
  | SessionLost
  | SessionEnded
  | SessionClosed
  | SessionSucceeded
  | TurnTaken
  | HandoffWritten
  | OrientationScored
  | TranscriptRecorded
  | SessionHeard
  | HooksAttached
  | SessionImported;

export const SESSION_EVENT_TYPES: readonly SessionEvent['type'][] = [
  'session.started',
  'session.paused',
  'session.resumed',
  'session.lost',
  'session.ended',
  'session.closed',
  'session.succeeded',
  'turn.taken',
  'handoff.written',
  'orientation.scored',
  'transcript.recorded',
  'session.heard',
  'hooks.attached',
  'session.imported',
];

const digestOrNull = (text: string | null) => (text === null ? null : digestOf(text));

/** The journal holds nobody's words: free text goes in as its digest, so that deletion can be real. */
export function forJournal(event: SessionEvent): SessionEvent {
  switch (event.type) {
    case 'session.started':
      return { ...event, title: digestOrNull(event.title) };
    case 'session.closed':
      return { ...event, reason: digestOrNull(event.reason), epitaph: digestOrNull(event.epitaph) };
    case 'session.imported':
      return { ...event, session: asJournaled(event.session) };
    default:
      return event;
  }
}

/** A session as the journal knows it: what folding `forJournal` events gives. */
export const asJournaled = <Known extends Omit<Session, 'version'>>(session: Known): Known => ({
  ...session,
  title: digestOrNull(session.title),
  closing: session.closing && {
    ...session.closing,
    reason: digestOrNull(session.closing.reason),
    epitaph: digestOrNull(session.closing.epitaph),
  },
});
