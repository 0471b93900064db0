import type { Instant } from '../instant.ts';
import { laterPlausible } from '../instant.ts';
import {
  closingDiffers,
  refuseClosed,
  sessionClosedWithoutSuccessor,
  sessionEnded,
  sessionHasSuccessor,
} from './errors.ts';
import type { SessionEvent, SessionResumed } from './events.ts';
import {
  type Closing,
  forbidsSuccessor,
  isSilentIn,
  type Session,
  silenceMs,
  statusIn,
  type TimeContext,
} from './session.ts';

/** The time of a session never runs backwards, unless a clock was far ahead before. */
export const sessionTime = (session: Session, { now }: TimeContext): Instant =>
  laterPlausible(session.lastSeenAt, now);

/** Records the loss before the next event, so that the silence does not count as active time. */
function lossEvents(session: Session, time: TimeContext): SessionEvent[] {
  const isNewlyLost = session.status === 'active' && statusIn(session, time) === 'lost';
  return isNewlyLost ? [{ type: 'session.lost', at: sessionTime(session, time) }] : [];
}

export const decideLost = lossEvents;

type RejoinDetails = Pick<SessionResumed, 'clientSessionId' | 'branch' | 'head'>;

const NO_DETAILS: RejoinDetails = { clientSessionId: null, branch: null, head: null };

/** The same for a session that is ended after a silence that is too short to be lost, but too long to be counted. */
function silenceEvents(session: Session, time: TimeContext): SessionEvent[] {
  const lost = lossEvents(session, time);
  if (lost.length > 0 || !isSilentIn(session, time)) return lost;
  return [{ type: 'session.resumed', at: sessionTime(session, time), ...NO_DETAILS }];
}

/** A new connection to a session that was silent for this long was not active in it. */
const isFoundSilent = (session: Session, { now, clock = now, lostAfter }: TimeContext): boolean =>
  silenceMs(session, clock) >= lostAfter.withHooksMs;

/** Joining an active session only stops counting a long silence. A paused or lost session becomes active again. */
export function decideRejoin(
  session: Session,
  rejoining: RejoinDetails,
  time: TimeContext,
  isNewcomer = false,
): SessionEvent[] {
  refuseClosed(session);
  if (session.status === 'ended') throw sessionEnded(session);
  const lost = lossEvents(session, time);
  const at = sessionTime(session, time);
  if (session.status !== 'active' || lost.length > 0)
    return [...lost, { type: 'session.resumed', at, ...rejoining }];
  const isSilent = isSilentIn(session, time) || (isNewcomer && isFoundSilent(session, time));
  return isSilent ? [{ type: 'session.resumed', at, ...NO_DETAILS }] : [];
}

const isBack = (session: Session, time: TimeContext): boolean =>
  session.status === 'lost' || isSilentIn(session, time);

/** A session may be continued unless its policy forbids it. It stores its first successor only. */
export function decideSucceed(session: Session, successorId: string, time: TimeContext): SessionEvent[] {
  if (forbidsSuccessor(session)) throw sessionClosedWithoutSuccessor(session);
  if (session.successorId !== null) return [];
  return [{ type: 'session.succeeded', at: sessionTime(session, time), successorId }];
}

/** One writing call or player action. A turn of a lost session resumes it. */
export function decideTurn(session: Session, chars: number, time: TimeContext): SessionEvent[] {
  refuseClosed(session);
  const at = sessionTime(session, time);
  return [
    ...(isBack(session, time) ? decideRejoin(session, NO_DETAILS, time) : []),
    { type: 'turn.taken', at, chars },
  ];
}

/** A sign of life between turns. After the end it has no effect. */
export function decideHeartbeat(session: Session, time: TimeContext): SessionEvent[] {
  if (isBack(session, time)) return decideRejoin(session, NO_DETAILS, time);
  return session.status === 'active' ? [{ type: 'session.heard', at: sessionTime(session, time) }] : [];
}

/** Its client process is gone, so it is lost at once. */
export const decideClientGone = (session: Session, time: TimeContext): SessionEvent[] =>
  session.status === 'active' ? [{ type: 'session.lost', at: sessionTime(session, time) }] : [];

export interface Leaving {
  readonly mode: 'end' | 'pause';
  /** What the call hands over: nothing, a handoff the session already has (its last or an earlier one), or a new one. */
  readonly handoff: 'none' | 'known' | 'new';
}

/** A handoff that was stored before the session was closed, sent again. */
const isRepeatedHandoff = ({ closing }: Session, { handoff }: Leaving): boolean =>
  closing !== null && closing.policy !== 'closed_without_successor' && handoff === 'known';

export type LeavingVerdict = 'leave' | 'leave_again' | 'already_left';

/** A left session that sends a known handoff repeats a call: nothing is written. A new handoff is added to the others. */
export function checkLeaving(session: Session, leaving: Leaving): LeavingVerdict {
  if (isRepeatedHandoff(session, leaving)) return 'already_left';
  refuseClosed(session);
  const { mode, handoff } = leaving;
  if (session.status === 'ended' && mode === 'pause' && handoff !== 'known') throw sessionEnded(session);
  const hasLeft = session.status === 'ended' || (session.status === 'paused' && mode === 'pause');
  if (!hasLeft) return 'leave';
  return handoff === 'new' ? 'leave_again' : 'already_left';
}

export function decideLeave(session: Session, mode: Leaving['mode'], time: TimeContext): SessionEvent[] {
  const silence = silenceEvents(session, time);
  const at = sessionTime(session, time);
  if (mode === 'end') return session.status === 'ended' ? [] : [...silence, { type: 'session.ended', at }];
  return session.status === 'paused' ? [] : [...silence, { type: 'session.paused', at }];
}

const sameClosing = (a: Closing, b: Closing) =>
  a.policy === b.policy && a.reason === b.reason && a.epitaph === b.epitaph;

/** Closing again in the same way changes nothing. A session with a successor cannot be closed without one. */
export function decideClose(session: Session, closing: Closing, time: TimeContext): SessionEvent[] {
  if (session.closing !== null) {
    if (sameClosing(session.closing, closing)) return [];
    throw closingDiffers(session);
  }
  if (closing.policy === 'closed_without_successor' && session.successorId !== null)
    throw sessionHasSuccessor(session);
  return [
    ...silenceEvents(session, time),
    { type: 'session.closed', at: sessionTime(session, time), ...closing },
  ];
}
