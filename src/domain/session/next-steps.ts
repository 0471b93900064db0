import { type NextStep, nextStep } from '../next-step.ts';
import type { Session, SuccessionPolicy } from './session.ts';

/** Resumes this session, or starts the one that follows it. The id of a campaign is that of its project. */
export const resumeStep = ({ id, kind, projectId }: Session): NextStep =>
  kind === 'game'
    ? nextStep('session.resume', { session: id, kind, campaign: projectId })
    : nextStep('session.resume', { session: id });

/** Starts a session that follows this one. */
export const continueStep = (session: Session): NextStep =>
  session.kind === 'game' ? resumeStep(session) : nextStep('session.start', { predecessor: session.id });

/** Starts a session of the same project that is not linked to this one. */
export const startStep = ({ kind, projectId }: Session): NextStep =>
  kind === 'game' ? nextStep('session.start', { kind, campaign: projectId }) : nextStep('session.start');

export const closeStep = (session: string, policy: SuccessionPolicy): NextStep =>
  nextStep('session.close', { session, policy });
