import { laterBelieved } from '../clock-order.ts';
import type { Instant } from '../instant.ts';
import {
  closingDiffers,
  refuseClosed,
  sessionClosedWithoutSuccessor,
  sessionEnded,
  sessionHasSuccessor,
} from './errors.ts';
import type { SessionEvent, SessionResumed } from './events.ts';
import { type Closing, isSilentIn, type Moment, type Session, silenceMs, statusIn } from './session.ts';

export type { Moment } from './session.ts';

/** A clock that was set back does not make a session's history run backwards, unless it was far ahead before. */
export const momentIn = (session: Session, { now }: Moment): Instant =>
  laterBelieved(session.lastSeenAt, now);

/** Silence is journaled before whatever comes next, so that it never counts as active time. */
function noticeLoss(session: Session, moment: Moment): SessionEvent[] {
  const isNewlyLost = session.status === 'active' && statusIn(session, moment) === 'lost';
  return isNewlyLost ? [{ type: 'session.lost', at: momentIn(session, moment) }] : [];
}

export const decideLose = noticeLoss;

export type Rejoining = Pick<SessionResumed, 'clientSessionId' | 'branch' | 'head'>;

const NO_NEWS: Rejoining = { clientSessionId: null, branch: null, head: null };

/** The same for one that is left after a silence too short to be lost, and too long to be counted. */
function noticeSilence(session: Session, moment: Moment): SessionEvent[] {
  const lost = noticeLoss(session, moment);
  if (lost.length > 0 || !isSilentIn(session, moment)) return lost;
  return [{ type: 'session.resumed', at: momentIn(session, moment), ...NO_NEWS }];
}

/** Whoever comes anew to a session that has been silent so long did not sit there meanwhile, nor did anybody else. */
const isFoundSilent = (session: Session, { now, clock = now, lostAfter }: Moment): boolean =>
  silenceMs(session, clock) >= lostAfter.withHooksMs;

/**
 * Joining an active session changes nothing, except that its silence so far is not counted if it was long. A paused or
 * lost one becomes active again.
 */
export function decideRejoin(
  session: Session,
  rejoining: Rejoining,
  moment: Moment,
  isNewcomer = false,
): SessionEvent[] {
  refuseClosed(session);
  if (session.status === 'ended') throw sessionEnded(session);
  const lost = noticeLoss(session, moment);
  const at = momentIn(session, moment);
  if (session.status !== 'active' || lost.length > 0)
    return [...lost, { type: 'session.resumed', at, ...rejoining }];
  const isSilent = isSilentIn(session, moment) || (isNewcomer && isFoundSilent(session, moment));
  return isSilent ? [{ type: 'session.resumed', at, ...NO_NEWS }] : [];
}

const isBack = (session: Session, moment: Moment): boolean =>
  session.status === 'lost' || isSilentIn(session, moment);

/** A line may be continued unless its policy says otherwise; its first successor is the one it remembers. */
export function decideSucceed(session: Session, successorId: string, moment: Moment): SessionEvent[] {
  if (session.closing?.policy === 'closed_without_successor') throw sessionClosedWithoutSuccessor(session);
  if (session.successorId !== null) return [];
  return [{ type: 'session.succeeded', at: momentIn(session, moment), successorId }];
}

/** One writing call, heartbeat or player action. A lost session that speaks is back. */
export function decideTurn(session: Session, chars: number, moment: Moment): SessionEvent[] {
  refuseClosed(session);
  const at = momentIn(session, moment);
  return [
    ...(isBack(session, moment) ? decideRejoin(session, NO_NEWS, moment) : []),
    { type: 'turn.taken', at, chars },
  ];
}

/** A sign of life between turns. One that comes after the end wakes nobody. */
export function decideHeard(session: Session, moment: Moment): SessionEvent[] {
  if (isBack(session, moment)) return decideRejoin(session, NO_NEWS, moment);
  return session.status === 'active' ? [{ type: 'session.heard', at: momentIn(session, moment) }] : [];
}

/** Its client is known to be gone: there is no need to wait for the silence. */
export const decideGone = (session: Session, moment: Moment): SessionEvent[] =>
  session.status === 'active' ? [{ type: 'session.lost', at: momentIn(session, moment) }] : [];

export interface Leaving {
  readonly mode: 'end' | 'pause';
  /** What the call hands over: nothing, a handoff the session already has (its last or an earlier one), or a new one. */
  readonly handoff: 'none' | 'known' | 'new';
}

/** A handoff from before the session was closed, sent once more; a line that must not go on does not even answer that. */
const isOldGoodbye = ({ closing }: Session, { handoff }: Leaving): boolean =>
  closing !== null && closing.policy !== 'closed_without_successor' && handoff === 'known';

export type LeavingVerdict = 'leave' | 'leave_again' | 'already_left';

/**
 * A session that has left and sends a handoff it already has repeats a call: nothing is written. A new handoff adds to
 * what it left before. A session that has not left yet leaves, whatever it hands over.
 */
export function judgeLeaving(session: Session, leaving: Leaving): LeavingVerdict {
  if (isOldGoodbye(session, leaving)) return 'already_left';
  refuseClosed(session);
  const { mode, handoff } = leaving;
  if (session.status === 'ended' && mode === 'pause' && handoff !== 'known') throw sessionEnded(session);
  const hasLeft = session.status === 'ended' || (session.status === 'paused' && mode === 'pause');
  if (!hasLeft) return 'leave';
  return handoff === 'new' ? 'leave_again' : 'already_left';
}

/** The events that take a session out of play, after `judgeLeaving` allowed it. */
export function decideLeave(session: Session, mode: Leaving['mode'], moment: Moment): SessionEvent[] {
  const silence = noticeSilence(session, moment);
  const at = momentIn(session, moment);
  if (mode === 'end') return session.status === 'ended' ? [] : [...silence, { type: 'session.ended', at }];
  return session.status === 'paused' ? [] : [...silence, { type: 'session.paused', at }];
}

const sameClosing = (a: Closing, b: Closing) =>
  a.policy === b.policy && a.reason === b.reason && a.epitaph === b.epitaph;

/** A late goodbye is still a goodbye; the same one again is no news. A line that went on cannot end here. */
export function decideClose(session: Session, closing: Closing, moment: Moment): SessionEvent[] {
  if (session.closing !== null) {
    if (sameClosing(session.closing, closing)) return [];
    throw closingDiffers(session);
  }
  if (closing.policy === 'closed_without_successor' && session.successorId !== null)
    throw sessionHasSuccessor(session);
  return [
    ...noticeSilence(session, moment),
    { type: 'session.closed', at: momentIn(session, moment), ...closing },
  ];
}
