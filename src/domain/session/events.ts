import { type Digest, digestOf } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { Closing, Session } from './session.ts';

interface Event<Type extends string> {
  readonly type: Type;
  readonly at: Instant;
}

export interface SessionStarted
  extends Event<'session.started'>,
    Pick<
      Session,
      | 'id'
      | 'projectId'
      | 'kind'
      | 'title'
      | 'agent'
      | 'client'
      | 'clientSessionId'
      | 'predecessorId'
      | 'worktree'
      | 'branch'
      | 'head'
      | 'hasHooks'
      | 'isImplicit'
    > {}

export interface SessionResumed
  extends Event<'session.resumed'>,
    Pick<Session, 'clientSessionId' | 'branch' | 'head'> {}

export interface SessionImported extends Event<'session.imported'> {
  readonly session: Omit<Session, 'version'>;
}

interface HandoffWritten extends Event<'handoff.written'> {
  readonly handoffId: string;
  readonly digest: Digest;
  readonly isDerived: boolean;
}

/** The score of the next session's orientation, computed when this session ended or paused. */
interface OrientationScored extends Event<'orientation.scored'> {
  readonly score: number;
  readonly gapCount: number;
}

export type SessionEvent =
  | SessionStarted
  | Event<'session.paused'>
  | SessionResumed
  /** Its active time ends at its last sign of life. */
  | Event<'session.lost'>
  | Event<'session.ended'>
  | (Event<'session.closed'> & Closing)
  | (Event<'session.succeeded'> & { readonly successorId: string })
  | (Event<'turn.taken'> & { readonly chars: number })
  | HandoffWritten
  | OrientationScored
  | (Event<'transcript.recorded'> & { readonly path: string })
  /** The client or its person named the conversation, or it is named by its first request. */
  | (Event<'session.titled'> & { readonly title: string })
  /** A sign of life that is no turn. */
  | Event<'session.heard'>
  /** From now on hooks report the client's events, so silence is noticed sooner. */
  | Event<'hooks.attached'>
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
  'session.titled',
  'session.heard',
  'hooks.attached',
  'session.imported',
];

const digestOrNull = (text: string | null) => (text === null ? null : digestOf(text));

/** The journal contains no free text, only digests of it, so that deleting a text removes it everywhere. */
export function forJournal(event: SessionEvent): SessionEvent {
  switch (event.type) {
    case 'session.started':
      return { ...event, title: digestOrNull(event.title) };
    case 'session.titled':
      return { ...event, title: digestOf(event.title) };
    case 'session.closed':
      return { ...event, reason: digestOrNull(event.reason), epitaph: digestOrNull(event.epitaph) };
    case 'session.imported':
      return { ...event, session: asJournaled(event.session) };
    default:
      return event;
  }
}

export const asJournaled = <Known extends Omit<Session, 'version'>>(session: Known): Known => ({
  ...session,
  title: digestOrNull(session.title),
  closing: session.closing && {
    ...session.closing,
    reason: digestOrNull(session.closing.reason),
    epitaph: digestOrNull(session.closing.epitaph),
  },
});
