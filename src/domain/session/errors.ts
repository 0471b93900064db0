import { conflict, denied, notFound } from '../error.ts';
import { type NextStep, nextStep } from '../next-step.ts';
import { forbidsSuccessor, type Session, type SuccessionPolicy } from './session.ts';

/** Resumes this session, or starts the one that follows it. The id of a campaign is that of its project. */
export const resumeStep = ({ id, kind, projectId }: Session): NextStep =>
  kind === 'game'
    ? nextStep('session.resume', { session: id, kind, campaign: projectId })
    : nextStep('session.resume', { session: id });

const continueStep = (session: Session): NextStep =>
  session.kind === 'game' ? resumeStep(session) : nextStep('session.start', { predecessor: session.id });

const startStep = ({ kind, projectId }: Session): NextStep =>
  kind === 'game' ? nextStep('session.start', { kind, campaign: projectId }) : nextStep('session.start');

const closeStep = (session: string, policy: SuccessionPolicy): NextStep =>
  nextStep('session.close', { session, policy });

export const sessionNotFound = (id: string, field: string) =>
  notFound(
    'session_not_found',
    `No session has the id ${JSON.stringify(id)}.`,
    'Pass the id of an existing session, or start a session.',
    {
      fields: [{ field, problem: 'is unknown here' }],
      next: [nextStep('session.list'), nextStep('session.start')],
    },
  );

export const sessionClosedWithoutSuccessor = (session: Session) =>
  denied(
    'session_closed_without_successor',
    `Session ${session.id} was closed without successor${session.closedAt ? ` on ${session.closedAt}` : ''}. It cannot be resumed, continued or changed.`,
    'Read it, or start a new session that is not linked to it.',
    { next: [nextStep('session.show', { session: session.id }), startStep(session)] },
  );

export const sessionClosed = (session: Session) =>
  conflict(
    'session_closed',
    `Session ${session.id} is closed; nothing more can be written to it.`,
    'Continue it in a new session.',
    { next: [continueStep(session)] },
  );

export const sessionEnded = (session: Session) =>
  conflict(
    'session_ended',
    `Session ${session.id} ended at ${session.endedAt}. An ended session cannot be paused or reopened.`,
    'Continue it in a new session, which is linked to it.',
    { next: [resumeStep(session)] },
  );

export const closingDiffers = (session: Session) =>
  conflict(
    'session_already_closed',
    `Session ${session.id} is already closed, with another reason, epitaph or succession policy (${session.closing?.policy}).`,
    'The session was not changed. Read it, or try again with the stored values.',
    { next: [nextStep('session.show', { session: session.id })] },
  );

export const sessionHasSuccessor = (session: Session) =>
  conflict(
    'session_has_successor',
    `Session ${session.id} is already continued by ${session.successorId}, so it cannot be closed without successor.`,
    `Close ${session.successorId} without successor instead, or close this one and allow a successor.`,
    {
      next: [
        ...(session.successorId === null ? [] : [closeStep(session.successorId, 'closed_without_successor')]),
        closeStep(session.id, 'successor_allowed'),
      ],
    },
  );

/** Writing to a closed session is refused on every surface. */
export function refuseClosed(session: Session): void {
  if (session.status !== 'closed') return;
  throw forbidsSuccessor(session) ? sessionClosedWithoutSuccessor(session) : sessionClosed(session);
}
