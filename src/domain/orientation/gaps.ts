import { nextStep } from '../next-step.ts';
import type { KnownDrift } from './drift-facts.ts';
import { shortHash, WHAT_TO_DO, WHY_UNKNOWN } from './drift-section.ts';
import type { OrientationFacts, OrientationThresholds } from './facts.ts';
import type { Gap, GapSeverity } from './orientation.ts';
import {
  clockAhead,
  conflictingDecisions,
  type GapFinder,
  identityMissing,
  identityUnreadable,
  idsOf,
  noCheckpoint,
  oldOpenLoops,
  staleCheckpoint,
} from './record-gaps.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import { summarizeList } from './summarize-list.ts';
import { countOf, onOneLine, quotedName, whenOf } from './wording.ts';

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

const pendingSuccession: GapFinder = ({ awaitingSuccessor: [first, ...others], ids }) =>
  first && {
    code: 'pending_succession',
    severity: 'critical',
    message: `${countOf(others.length + 1, 'session was', 'sessions were')} closed with a successor required and none has started: ${idsOf([first, ...others], { ids })}.`,
    hint: 'Continue it in a new session.',
    next: [nextStep('session.start', { predecessor: first.id })],
  };

const lastSessionLost: GapFinder = ({ lastSession, ids }) =>
  lastSession?.status === 'lost'
    ? {
        code: 'last_session_lost',
        severity: 'warning',
        message: `Session ${idsOf([lastSession], { ids })} was not ended.${lastSession.isHandoffDerived ? ' Its handoff was derived from what is known of it.' : ''}`,
        hint: 'Read what it did, or resume it.',
        next: [
          nextStep('session.show', { session: lastSession.id }),
          nextStep('session.resume', { session: lastSession.id }),
        ],
      }
    : undefined;

/** The handoff of a lost session is always derived, and `last_session_lost` says so. That of an imported one cannot be written. */
const handoffDerived: GapFinder = ({ lastSession, ids }) =>
  lastSession?.hasHandoff &&
  lastSession.isHandoffDerived &&
  lastSession.status !== 'lost' &&
  !lastSession.isImported
    ? {
        code: 'handoff_derived',
        severity: 'warning',
        message: `The handoff of session ${idsOf([lastSession], { ids })} was derived from what is known of it, not written.`,
        hint: 'Read the whole session before you rely on it.',
        next: [nextStep('session.show', { session: lastSession.id, detail: 'full' })],
      }
    : undefined;

const noHandoff: GapFinder = ({ lastSession, ids }) =>
  lastSession &&
  !lastSession.hasHandoff &&
  !lastSession.isImported &&
  (lastSession.status === 'ended' || lastSession.status === 'closed')
    ? {
        code: 'no_handoff',
        severity: 'warning',
        message: `Session ${idsOf([lastSession], { ids })} was ${lastSession.status} without a handoff.`,
        hint: 'Read what it did, and write a handoff when you end your own session.',
        next: [nextStep('session.show', { session: lastSession.id })],
      }
    : undefined;

const MAX_MESSAGE = 160;

/** The only place where captures are counted. Those of a session whose handoff was derived are part of that gap. */
const unreviewedCaptures: GapFinder = ({ unreviewedCaptures: { items, total }, lastSession }) => {
  const derivedFrom = lastSession?.isHandoffDerived ? lastSession.id : undefined;
  const others = items.filter(({ sessionId }) => sessionId !== derivedFrom);
  const count = total - (items.length - others.length);
  return (
    others[0] && {
      code: 'unreviewed_captures',
      severity: 'info',
      message: `${countOf(count, 'capture')} of transcripts ${count === 1 ? 'was' : 'were'} not reviewed.`,
      hint: 'Read the newest one, and store what still matters.',
      next: [nextStep('capture.read', { id: others[0].id })],
    }
  );
};

/** A failed hook does not stop the agent, so data may be missing. */
const hooksFailed: GapFinder = ({ hookFailures, now }) => {
  const last = hookFailures.at(-1);
  return (
    last && {
      code: 'hooks_failed',
      severity: 'warning',
      message: `${countOf(hookFailures.length, 'hook')} failed since the last report; the last one, ${quotedName(last.event, 40)}, ${whenOf(last.at, now)}: ${quotedName(last.code, 60)}, ${onOneLine(last.message).slice(0, MAX_MESSAGE).toWellFormed()}`,
      hint: 'Find the cause. Some data that these hooks store may be missing.',
      next: [nextStep('doctor.run')],
    }
  );
};

/** Only for clients that have hooks and do not use them. */
const hooksNotInstalled: GapFinder = ({ hooksMissingFor }) =>
  hooksMissingFor === null
    ? undefined
    : {
        code: 'hooks_not_installed',
        severity: 'info',
        message: `No hook of ${hooksMissingFor} has run in this project. Without hooks, a session that is not ended leaves no handoff.`,
        hint: 'Install its hooks.',
        next: [nextStep('client.install', { client: hooksMissingFor })],
      };

interface Damaged {
  readonly id: string;
  readonly isDamaged?: boolean;
  readonly isSubjectDamaged?: boolean;
}

const idsIn = (items: readonly Damaged[]) =>
  items.filter((one) => one.isDamaged || one.isSubjectDamaged).map(({ id }) => id);

/** Records that this report would show. */
const damagedRecords = ({ delta, ...facts }: OrientationFacts): readonly string[] => [
  ...RECORD_KINDS.flatMap(({ list }) => summarizeList(facts[list]).damagedIds),
  ...(delta === null ? [] : idsIn([...delta.own.items, ...delta.changed.map(({ item }) => item)])),
];

const damagedItems: GapFinder = (facts) => {
  const records = damagedRecords(facts);
  const others = [...(facts.damagedEvidence ?? []), ...idsIn(facts.unreviewedCaptures.items)];
  const damaged = [...new Set([...records, ...others])].map((id) => ({ id }));
  if (damaged.length === 0) return undefined;
  return {
    code: 'items_damaged',
    severity: records.length > 0 ? 'critical' : 'warning',
    message: `${countOf(damaged.length, 'stored item does', 'stored items do')} not match the checksum and cannot be shown: ${idsOf(damaged, facts)}.`,
    hint: 'Find the damage. If you know the text of a damaged record, restore it.',
    next: [nextStep('doctor.run'), nextStep('memory.restore')],
  };
};

const SEVERITIES: readonly GapSeverity[] = ['critical', 'warning', 'info'];

const FINDERS: readonly GapFinder[] = [
  pendingSuccession,
  damagedItems,
  noCheckpoint,
  staleCheckpoint,
  lastSessionLost,
  handoffDerived,
  noHandoff,
  oldOpenLoops,
  conflictingDecisions,
  clockAhead,
  movedOn,
  driftUnknown,
  hooksFailed,
  unreviewedCaptures,
  hooksNotInstalled,
  identityUnreadable,
];

/** Gaps that only a person can close. They are shown to people, not to agents. */
export const findPersonGaps = (facts: OrientationFacts, thresholds: OrientationThresholds): readonly Gap[] =>
  [identityMissing(facts, thresholds)].filter((gap) => gap !== undefined);

/** What the next session needs and does not have, the worst first. */
export function findGaps(facts: OrientationFacts, thresholds: OrientationThresholds): Gap[] {
  const gaps = FINDERS.map((find) => find(facts, thresholds)).filter((gap) => gap !== undefined);
  return SEVERITIES.flatMap((severity) => gaps.filter((gap) => gap.severity === severity));
}

/** Known only once the report is composed. */
export const constraintsLeftOut = (count: number, projectId: string): Gap => ({
  code: 'constraints_left_out',
  severity: 'critical',
  message: `${countOf(count, 'constraint')} did not fit into this report.`,
  hint: 'Read them before you act.',
  next: [nextStep('memory.list', { type: 'constraint', project: projectId })],
});
