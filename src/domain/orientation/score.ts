import { DAY_MS, elapsedMs, type Instant } from '../instant.ts';
import type { DriftFacts } from './drift-facts.ts';
import type { FactItem, OrientationFacts, SessionFact } from './facts.ts';
import { findLeadCheckpoint } from './find-lead-checkpoint.ts';
import type { Gap, ScorePart, SectionName, SectionTally } from './orientation.ts';
import { ageOf, countOf, isFuture } from './wording.ts';

const HALF_LIFE_DAYS = 30;
const DERIVED_SHARE = 0.6;
const MIN_LETTERS = 12;
const MIN_DRIFT_SHARE = 0.4;
const WORN_OUT_COMMITS = 100;
const POINTS = { checkpoint: 35, delivery: 35, last_session: 20, critical_gaps: 10 };
const DELIVERED: readonly SectionName[] = ['constraints', 'warnings', 'focus', 'open_loops'];

interface Delivery {
  readonly sections: readonly SectionTally[];
  readonly gaps: readonly Gap[];
  /** Whether the checkpoint to start from is in the text. */
  readonly isCheckpointShown: boolean;
}

/** 0 to 100: how fresh and how fully delivered the orientation is. That something merely exists earns nothing. */
export function scoreOrientation(facts: OrientationFacts, delivery: Delivery) {
  const earned = [scoreCheckpoint(facts, delivery), scoreDelivery(facts, delivery), scoreLastSession(facts)];
  const parts = [...earned, scoreCriticalGaps(earned, delivery.gaps)];
  return { score: parts.reduce((sum, part) => sum + part.earned, 0), parts };
}

/** Whole for a day, then halving every 30 days: next to nothing after two years. */
export function freshness(at: Instant, now: Instant): number {
  const days = elapsedMs(at, now) / DAY_MS;
  return days <= 1 ? 1 : 0.5 ** ((days - 1) / HALF_LIFE_DAYS);
}

const part = (name: keyof typeof POINTS, share: number, why: string): ScorePart => ({
  name,
  earned: Math.round(share * POINTS[name]),
  possible: POINTS[name],
  why,
});

function scoreCheckpoint(facts: OrientationFacts, { isCheckpointShown }: Delivery): ScorePart {
  const lead = findLeadCheckpoint(facts);
  const age = lead === undefined ? '' : `The checkpoint is from ${agoOf(lead.createdAt, facts.now)}`;
  if (lead === undefined) return part('checkpoint', 0, 'There is no checkpoint.');
  if (!isCheckpointShown) return part('checkpoint', 0, `${age} and did not fit.`);
  const [share, how] = driftShare(facts.drift);
  const isDerived = lead.source === 'derived';
  return part(
    'checkpoint',
    freshness(lead.createdAt, facts.now) * share * (isDerived ? DERIVED_SHARE : 1) * substance(lead),
    `${age}${isDerived ? ', and only derived' : ''}${substance(lead) < 1 ? ', and very short' : ''}${how}.`,
  );
}

/** Very short checkpoints count less; a dozen letters, or half as many ideographs, count in full. */
function substance({ text }: FactItem): number {
  // Enough for nearly every text. The classes below take longer to compile than the whole score to compute.
  if ((text.match(/[A-Za-z0-9]/g)?.length ?? 0) >= MIN_LETTERS) return 1;
  const signs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return Math.min(1, (letters + 2 * signs) / MIN_LETTERS);
}

/** A checkpoint counts less the more commits were made since. */
function driftShare(drift: DriftFacts | null): [share: number, how: string] {
  if (drift?.kind !== 'known') return [1, ''];
  if (drift.checkpointCommit === 'missing')
    return [MIN_DRIFT_SHARE, '; its commit is gone from the repository'];
  const count = drift.commitsSince?.count ?? 0;
  if (count === 0 || drift.isBranchSwitched) return [1, ''];
  return [
    Math.max(MIN_DRIFT_SHARE, 1 - count / WORN_OUT_COMMITS),
    `; ${countOf(count, 'commit has', 'commits have')} been made since`,
  ];
}

function scoreDelivery(facts: OrientationFacts, { sections }: Delivery): ScorePart {
  const counted = sections.filter(({ name }) => DELIVERED.includes(name));
  const total = counted.reduce((sum, section) => sum + section.total, 0);
  const shown = counted.reduce((sum, section) => sum + section.shown, 0);
  if (total > 0) {
    const what = 'constraints, warnings, focus and open loops';
    return part('delivery', shown / total, `${shown} of ${total} active ${what} are in the report.`);
  }
  const lead = findLeadCheckpoint(facts);
  const share = lead === undefined ? 0 : freshness(lead.createdAt, facts.now) * substance(lead);
  return part(
    'delivery',
    share,
    'There is nothing to deliver. Counts in proportion to the freshness of the checkpoint.',
  );
}

function scoreLastSession({ lastSession, now }: OrientationFacts): ScorePart {
  if (lastSession === null) return part('last_session', 0, 'There is no earlier session.');
  const [share, how] = rateEnding(lastSession);
  const at = lastSession.endedAt ?? lastSession.lastSeenAt;
  const why = `The last session ${how}, ${agoOf(at, now)}.`;
  return part('last_session', share * freshness(at, now), why);
}

function rateEnding({ status, hasHandoff, isHandoffDerived }: SessionFact): [number, string] {
  if (status === 'active') return [0, 'has not ended'];
  const how = { paused: 'was paused', lost: 'was lost', ended: 'was ended', closed: 'was closed' }[status];
  if (!hasHandoff) return [status === 'paused' ? 0.5 : 0, `${how} without a handoff`];
  if (isHandoffDerived) return [0.4, `${how}; its handoff was derived`];
  return [status === 'lost' ? 0.5 : 1, `${how} with a written handoff`];
}

/** In proportion to the rest: where nothing is delivered, nothing missing is no merit. */
function scoreCriticalGaps(earned: readonly ScorePart[], gaps: readonly Gap[]): ScorePart {
  const count = gaps.filter((gap) => gap.severity === 'critical').length;
  if (count > 0) return part('critical_gaps', 0, `${countOf(count, 'critical gap')}.`);
  const sum = (key: 'earned' | 'possible') => earned.reduce((total, each) => total + each[key], 0);
  return part(
    'critical_gaps',
    sum('earned') / sum('possible'),
    'There is no critical gap. Counts in proportion to the other parts.',
  );
}

function agoOf(at: Instant, now: Instant): string {
  const age = ageOf(at, now);
  return age === 'today' || isFuture(at, now) ? age : `${age} ago`;
}
