import { laterPlausible } from '../clock-order.ts';
import { elapsedMs, type Instant } from '../instant.ts';
import type { SessionEvent, SessionImported, SessionStarted } from './events.ts';
import type { Session } from './session.ts';

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
