import { nextStep } from '../next-step.ts';
import type { KnownDrift } from './drift-facts.ts';
import { shortHash, WHAT_TO_DO, WHY_UNKNOWN } from './drift-section.ts';
import type { OrientationFacts } from './facts.ts';
import type { Gap } from './orientation.ts';
import { countOf } from './wording.ts';

type FindDriftGap = (facts: Pick<OrientationFacts, 'drift'>) => Gap | undefined;

const MOVED_ON_COMMITS = 10;

/** The work has moved on since the checkpoint. */
export const movedOnAfter =
  (commitCount: number): FindDriftGap =>
  ({ drift }) => {
    const message = drift?.kind === 'known' ? howItMoved(drift, commitCount) : undefined;
    return message === undefined
      ? undefined
      : {
          code: 'moved_on_without_checkpoint',
          severity: 'warning',
          message,
          hint: 'Check the checkpoint against git log, and write a new one when you end this session.',
          next: [nextStep('session.end')],
        };
  };

export const movedOn: FindDriftGap = movedOnAfter(MOVED_ON_COMMITS);

function howItMoved(drift: KnownDrift, commitCount: number): string | undefined {
  const { checkpoint, checkpointCommit } = drift;
  if (checkpoint.head !== null && checkpointCommit === 'missing')
    return `The checkpoint's commit ${shortHash(checkpoint.head)} is no longer in the repository.`;
  const count = commitsOnItsBranch(drift);
  return count >= commitCount
    ? `${countOf(count, 'commit has', 'commits have')} been made since the checkpoint.`
    : undefined;
}

/** What another branch has and the checkpoint has not may well be older than the checkpoint. */
const commitsOnItsBranch = ({ isBranchSwitched, commitsSince, checkpointBranch }: KnownDrift): number =>
  (isBranchSwitched ? checkpointBranch?.commitCount : commitsSince?.count) ?? 0;

export const driftUnknown: FindDriftGap = ({ drift }) =>
  drift?.kind !== 'unknown' || drift.reason === 'no_repository'
    ? undefined
    : {
        code: 'drift_unknown',
        severity: 'info',
        message: `Changes since the checkpoint are unknown: ${WHY_UNKNOWN[drift.reason]}.`,
        hint: `${capitalised(WHAT_TO_DO[drift.reason])}. The next report asks git again.`,
        next: [nextStep('orientation.read')],
      };

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
