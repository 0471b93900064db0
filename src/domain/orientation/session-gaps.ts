import { type GapFinder, idsOf } from './gap-finder.ts';
import { countOf } from './wording.ts';

export const pendingSuccession: GapFinder = ({ awaitingSuccessor: [first, ...others] }) =>
  first && {
    code: 'pending_succession',
    severity: 'critical',
    message: `${countOf(others.length + 1, 'session was', 'sessions were')} closed with a successor required and none has started: ${idsOf([first, ...others])}.`,
    nextStep: `Call start_session with predecessor_id "${first.id}".`,
  };

export const lastSessionLost: GapFinder = ({ lastSession }) =>
  lastSession?.status === 'lost'
    ? {
        code: 'last_session_lost',
        severity: 'warning',
        message: `Session ${lastSession.id} fell silent and nobody ended it.`,
        nextStep: `Call get_session_state with session_id "${lastSession.id}", or start_session with it to take it up again.`,
      }
    : undefined;

export const handoffDerived: GapFinder = ({ lastSession }) =>
  lastSession?.hasHandoff && lastSession.isHandoffDerived
    ? {
        code: 'handoff_derived',
        severity: 'warning',
        message: 'The handoff of the last session was derived from traces, not written.',
        nextStep: 'Call get_session_state with its id and detail_level "full" before you rely on it.',
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
        nextStep: `Call get_session_state with session_id "${lastSession.id}" to see what it did; finish your own with end_session.`,
      }
    : undefined;
