import {
  type KeptHandoff,
  type KeptSitting,
  keptSitting,
} from '../../domain/campaign/export/kept-sitting.ts';
import { isOfHandoff } from '../../domain/handoff/handoff.ts';
import { effectiveStatus } from '../../domain/record/lifecycle.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import { momentOf, silentBefore } from '../moment.ts';

const MOST_CHECKPOINTS = 200;

/** The word that was written with the handoff; what somebody noted on the way is no part of it. */
async function handoffOf(
  { store }: Pick<Deps, 'store'>,
  { id, handoff }: Session,
  now: string,
): Promise<KeptHandoff | null> {
  const kept = handoff === null ? undefined : await store.handoffs.find(handoff.id);
  if (handoff === null || kept === undefined) return null;
  const { items } = await store.records.list(
    { sessionId: id, types: ['checkpoint'], isNewestFirst: true },
    MOST_CHECKPOINTS,
    null,
  );
  const record = items.find((item) => isOfHandoff(item, kept));
  return {
    summary: record?.content ?? null,
    isCurrent: record !== undefined && effectiveStatus(record, now) === 'active',
    isDerived: handoff.isDerived,
    isReopened: handoff.isReopened,
    noteId: kept.noteId,
    at: kept.createdAt,
  };
}

/** All sittings of a campaign, in the order they began. */
export async function gatherSittings(
  deps: Pick<Deps, 'clock' | 'settings' | 'store'>,
  campaignId: string,
): Promise<readonly KeptSitting[]> {
  const { store } = deps;
  const moment = await momentOf(deps);
  const all = await store.sessions.list(
    { projectId: campaignId },
    silentBefore(moment),
    Number.MAX_SAFE_INTEGER,
    null,
  );
  const sessions = all.items.toReversed();
  const ids = new Set(sessions.map(({ id }) => id));
  const linked = (id: string | null) => (id !== null && ids.has(id) ? id : null);
  const sittings: KeptSitting[] = [];
  for (const session of sessions) {
    const { predecessorId, successorId } = session;
    // One that began while these were read is not among them.
    const known = { ...session, predecessorId: linked(predecessorId), successorId: linked(successorId) };
    const notes = await store.notes.listOf([session.id]);
    sittings.push(keptSitting(known, await handoffOf(deps, session, moment.now), notes));
  }
  return sittings;
}
