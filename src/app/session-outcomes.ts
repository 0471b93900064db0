import { outcomeOf } from '../domain/capture/derive/outcome.ts';
import { isDamagedText } from '../domain/damage.ts';
import type { FactItem, OrientationFacts, SessionFact } from '../domain/orientation/facts.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { StoreDeps } from './deps.ts';
import type { LossPreview } from './preview-losses.ts';

/** The newest lost ones; the report rarely has room for more. */
const MAX_LOST = 4;

type Sessions = Pick<OrientationFacts, 'lastSession' | 'lostSessions' | 'recentSessions'>;

/** The last checkpoint of a session, whatever became of it since. */
async function findCheckpoint(
  { store }: StoreDeps,
  { records }: LossPreview,
  sessionId: string,
): Promise<ThroughlineRecord | undefined> {
  const pending = records.find((one) => one.sessionId === sessionId && one.type === 'checkpoint');
  if (pending !== undefined) return pending;
  const filter = { sessionId, types: ['checkpoint' as const], isNewestFirst: true };
  return (await store.records.list(filter, 1, null)).items[0];
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
  const add = async (session: SessionFact): Promise<SessionFact> => {
    if (!session.hasHandoff || session.isSuccessorForbidden) return session;
    if (shown.some(({ sessionId }) => sessionId === session.id)) return session;
    const checkpoint = await findCheckpoint(deps, losses, session.id);
    if (checkpoint === undefined || isDamagedText(checkpoint.content)) return session;
    return { ...session, outcome: outcomeOf(checkpoint.content, checkpoint.source === 'derived') };
  };
  const [last, lost, recent] = await Promise.all([
    lastSession === null ? null : add(lastSession),
    Promise.all(lostSessions.slice(0, MAX_LOST).map(add)),
    Promise.all(recentSessions.map(add)),
  ]);
  return {
    lastSession: last,
    lostSessions: [...lost, ...lostSessions.slice(MAX_LOST)],
    recentSessions: recent,
  };
}
