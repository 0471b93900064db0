import { conflict, denied, notFound } from '../error.ts';
import type { Session } from './session.ts';

/** The call that takes this session up again, or starts what follows it. */
const takeUp = ({ id, kind }: Session): string =>
  kind === 'game'
    ? `start_claudmaster_session with campaign_name and session_id=${JSON.stringify(id)}`
    : `start_session with session_id=${JSON.stringify(id)}`;

export const sessionNotFound = (id: string, field: string) =>
  notFound(
    'session_not_found',
    `No session has the id ${JSON.stringify(id)}.`,
    'Call get_sessions to list sessions with their ids, or start_session to begin one (start_claudmaster_session for a game).',
    { fields: [{ field, problem: 'is unknown here' }] },
  );

export const sessionClosedWithoutSuccessor = (session: Session) =>
  denied(
    'session_closed_without_successor',
    `Session ${session.id} was closed without successor${session.closedAt ? ` on ${session.closedAt}` : ''}; nobody resumes, continues or adds to it.`,
    session.kind === 'game'
      ? 'Read it with get_session_state. To play on in the campaign, call start_claudmaster_session without session_id: it starts an unlinked session.'
      : 'Read it with get_session_state. To work on in the project, call start_session without session_id and predecessor_id: it starts an unlinked session.',
  );

export const sessionClosed = (session: Session) =>
  conflict(
    'session_closed',
    `Session ${session.id} is closed; nothing more can be written to it.`,
    session.kind === 'game'
      ? `Call ${takeUp(session)} to continue its line in a new session.`
      : `Call start_session with predecessor_id=${JSON.stringify(session.id)} to continue its line in a new session.`,
  );

export const sessionEnded = (session: Session) =>
  conflict(
    'session_ended',
    `Session ${session.id} ended at ${session.endedAt}; an ended session is not paused or reopened.`,
    `Call ${takeUp(session)}: it starts a linked successor.`,
  );

export const closingDiffers = (session: Session) =>
  conflict(
    'session_already_closed',
    `Session ${session.id} is already closed, with another reason, epitaph or succession policy (${session.closing?.policy}).`,
    'A closing stands. Read it with get_session_state, or repeat the call with the stored values.',
  );

export const sessionHasSuccessor = (session: Session) =>
  conflict(
    'session_has_successor',
    `Session ${session.id} is already continued by ${session.successorId}, so it cannot be closed without successor.`,
    `Close ${session.successorId} without successor instead, or close this one with succession_policy "successor_allowed".`,
  );

/** Writing to a closed session is refused at every door. */
export function refuseClosed(session: Session): void {
  if (session.status !== 'closed') return;
  throw session.closing?.policy === 'closed_without_successor'
    ? sessionClosedWithoutSuccessor(session)
    : sessionClosed(session);
}
