import { type Digest, digestOf } from '../id.ts';
import { elapsedMs, type Instant, laterPlausible } from '../instant.ts';
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

const begin = ({ type: _, at, ...facts }: SessionStarted): Session => ({
  ...facts,
  status: 'active',
  startedAt: at,
  lastSeenAt: at,
  activeSince: at,
  activeMs: 0,
  pausedAt: null,
  endedAt: null,
  closedAt: null,
  successorId: null,
  turnCount: 0,
  historyChars: 0,
  handoff: null,
  closing: null,
  orientationScore: null,
  gapCount: null,
  transcriptPath: null,
  version: 1,
});

const inactiveFrom = (session: Session, until: Instant) => ({
  activeSince: null,
  activeMs: session.activeMs + (session.activeSince === null ? 0 : elapsedMs(session.activeSince, until)),
});

function change(
  session: Session,
  event: Exclude<SessionEvent, SessionStarted | SessionImported>,
): Partial<Session> {
  const { at } = event;
  switch (event.type) {
    case 'session.paused':
      return { status: 'paused', pausedAt: at, lastSeenAt: at, ...inactiveFrom(session, at) };
    case 'session.resumed':
      return {
        status: 'active',
        ...inactiveFrom(session, session.lastSeenAt),
        activeSince: at,
        lastSeenAt: at,
        pausedAt: null,
        clientSessionId: event.clientSessionId ?? session.clientSessionId,
        branch: event.branch ?? session.branch,
        head: event.head ?? session.head,
        handoff:
          session.status === 'active'
            ? session.handoff
            : session.handoff && { ...session.handoff, isReopened: true },
      };
    case 'session.lost':
      return { status: 'lost', ...inactiveFrom(session, session.lastSeenAt) };
    case 'session.ended':
      return { status: 'ended', endedAt: at, lastSeenAt: at, pausedAt: null, ...inactiveFrom(session, at) };
    case 'session.closed':
      return {
        status: 'closed',
        closedAt: at,
        endedAt: session.endedAt ?? at,
        pausedAt: null,
        closing: { reason: event.reason, epitaph: event.epitaph, policy: event.policy },
        ...inactiveFrom(session, at),
      };
    case 'session.succeeded':
      return { successorId: session.successorId ?? event.successorId };
    case 'turn.taken':
      return {
        turnCount: session.turnCount + 1,
        historyChars: session.historyChars + event.chars,
        lastSeenAt: session.status === 'active' ? laterPlausible(session.lastSeenAt, at) : session.lastSeenAt,
      };
    case 'handoff.written':
      return {
        handoff: {
          id: event.handoffId,
          digest: event.digest,
          isDerived: event.isDerived,
          isReopened: false,
        },
      };
    case 'orientation.scored':
      return { orientationScore: event.score, gapCount: event.gapCount };
    case 'transcript.recorded':
      return { transcriptPath: event.path };
    case 'session.titled':
      return { title: event.title };
    case 'session.heard':
      return {
        lastSeenAt: session.status === 'active' ? laterPlausible(session.lastSeenAt, at) : session.lastSeenAt,
      };
    case 'hooks.attached':
      return { hasHooks: true };
  }
}

export function evolve(session: Session | undefined, event: SessionEvent): Session {
  if (event.type === 'session.started') return begin(event);
  if (event.type === 'session.imported') return { ...event.session, version: 1 };
  if (session === undefined) throw new Error(`${event.type} before session.started`);
  return { ...session, ...change(session, event), version: session.version + 1 };
}

export const replayEvents = (events: readonly SessionEvent[], from?: Session): Session | undefined =>
  events.reduce<Session | undefined>(evolve, from);
