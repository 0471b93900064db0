import { outcomeOf } from '../domain/capture/derive/outcome.ts';
import { isDamagedText } from '../domain/damage.ts';
import type { FactItem, OrientationFacts, SessionFact } from '../domain/orientation/facts.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { StoreDeps } from './deps.ts';
import type { LossPreview } from './preview-losses.ts';

/** The newest lost ones; the report rarely has room for more. */
const MAX_LOST = 4;

type Sessions = Pick<OrientationFacts, 'lastSession' | 'lostSessions' | 'recentSessions'>;

/** The last checkpoint of each session, whatever became of it since. */
async function findCheckpoints(
  { store }: StoreDeps,
  { records }: LossPreview,
  sessions: readonly SessionFact[],
): Promise<ReadonlyMap<string | null, ThroughlineRecord>> {
  const pending = records.filter(({ type }) => type === 'checkpoint');
  const stored = sessions.filter(({ id }) => !pending.some(({ sessionId }) => sessionId === id));
  const ids = stored.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await store.records.listLastOf(ids, 'checkpoint');
  // The first of a session that was just lost counts.
  return new Map([...pending.toReversed(), ...found].map((record) => [record.sessionId, record]));
}

/**
 * The sessions before this one, each with its outcome, unless the report shows its whole checkpoint. A session that
 * nobody may continue hands on no checkpoint, not even in one line.
 */
export async function withOutcomes(
  deps: StoreDeps,
  { lastSession, lostSessions, recentSessions }: Sessions,
  shown: readonly FactItem[],
  losses: LossPreview,
): Promise<Sessions> {
  const lost = lostSessions.slice(0, MAX_LOST);
  const isNamed = ({ id, hasHandoff, isSuccessorForbidden }: SessionFact) =>
    hasHandoff && !isSuccessorForbidden && !shown.some(({ sessionId }) => sessionId === id);
  const named = [...(lastSession === null ? [] : [lastSession]), ...lost, ...recentSessions].filter(isNamed);
  const checkpoints = await findCheckpoints(deps, losses, named);
  const withOutcome = (session: SessionFact): SessionFact => {
    const checkpoint = named.includes(session) ? checkpoints.get(session.id) : undefined;
    if (checkpoint === undefined || isDamagedText(checkpoint.content)) return session;
    return { ...session, outcome: outcomeOf(checkpoint.content, checkpoint.source === 'derived') };
  };
  return {
    lastSession: lastSession && withOutcome(lastSession),
    lostSessions: [...lost.map(withOutcome), ...lostSessions.slice(MAX_LOST)],
    recentSessions: recentSessions.map(withOutcome),
  };
}
