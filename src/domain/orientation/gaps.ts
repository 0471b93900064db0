import { nextStep } from '../next-step.ts';
import { clockAhead } from './clock-gaps.ts';
import { damagedItems } from './damage-gap.ts';
import { driftUnknown, movedOn } from './drift-gaps.ts';
import type { OrientationFacts, OrientationThresholds } from './facts.ts';
import type { GapFinder } from './gap-finder.ts';
import { hooksFailed, hooksNotInstalled, unreviewedCaptures } from './hook-gaps.ts';
import type { Gap, GapSeverity } from './orientation.ts';
import {
  conflictingDecisions,
  identityMissing,
  identityUnreadable,
  noCheckpoint,
  oldOpenLoops,
  staleCheckpoint,
} from './record-gaps.ts';
import { handoffDerived, lastSessionLost, noHandoff, pendingSuccession } from './session-gaps.ts';
import { countOf } from './wording.ts';

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
  identityMissing,
];

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
