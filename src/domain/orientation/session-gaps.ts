import { nextStep } from '../next-step.ts';
import { type GapFinder, idsOf } from './gap-finder.ts';
import { countOf } from './wording.ts';

export const pendingSuccession: GapFinder = ({ awaitingSuccessor: [first, ...others] }) =>
  first && {
    code: 'pending_succession',
    severity: 'critical',
    message: `${countOf(others.length + 1, 'session was', 'sessions were')} closed with a successor required and none has started: ${idsOf([first, ...others])}.`,
    hint: 'Continue it in a new session.',
    next: [nextStep('session.start', { predecessor: first.id })],
  };

export const lastSessionLost: GapFinder = ({ lastSession }) =>
  lastSession?.status === 'lost'
    ? {
        code: 'last_session_lost',
        severity: 'warning',
        message: `Session ${lastSession.id} fell silent and nobody ended it.`,
        hint: 'Read what it did, or resume it.',
        next: [
          nextStep('session.show', { session: lastSession.id }),
          nextStep('session.resume', { session: lastSession.id }),
        ],
      }
    : undefined;

export const handoffDerived: GapFinder = ({ lastSession }) =>
  lastSession?.hasHandoff && lastSession.isHandoffDerived
    ? {
        code: 'handoff_derived',
        severity: 'warning',
        message: 'The handoff of the last session was derived from traces, not written.',
        hint: 'Read the whole session before you rely on it.',
        next: [nextStep('session.show', { session: lastSession.id, detail: 'full' })],
      }
    : undefined;

export const noHandoff: GapFinder = ({ lastSession }) =>
  lastSession &&
  !lastSession.hasHandoff &&
  (lastSession.status === 'ended' || lastSession.status === 'closed')
    ? {
        code: 'no_handoff',
        severity: 'warning',
        message: `Session ${lastSession.id} was ${lastSession.status} without a handoff.`,
        hint: 'Read what it did, and write a handoff when you end your own session.',
        next: [nextStep('session.show', { session: lastSession.id })],
      }
    : undefined;
