import type { Campaign } from '../../domain/campaign/campaign.ts';
import { isOpen, type Moment, type Session, statusIn } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { findCurrentSession } from '../locate-writer.ts';
import { silentBefore } from '../moment.ts';

const MAX_PAUSED = 50;

/** The caller's own session in the campaign, unless it has ended. */
async function findOwn(
  deps: Pick<Deps, 'store'>,
  caller: Caller,
  { id }: Campaign,
  moment: Moment,
): Promise<Session | undefined> {
  const current = await findCurrentSession(deps, caller);
  const own =
    current !== undefined && current.projectId !== id && caller.clientSessionId !== null
      ? await deps.store.sessions.findOfClient(caller.clientSessionId, id)
      : current;
  if (own === undefined || own.projectId !== id) return undefined;
  const status = statusIn(own, moment);
  return isOpen(status) || status === 'lost' ? own : undefined;
}

async function findPaused(
  deps: Pick<Deps, 'store'>,
  { id }: Campaign,
  moment: Moment,
): Promise<Session | undefined> {
  const filter = { projectId: id, status: 'paused' as const };
  const { items } = await deps.store.sessions.list(filter, silentBefore(moment), MAX_PAUSED, null);
  return items.toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1))[0];
}

/** A lost session is resumed only while it is the last that was left: what came after it continued the game. */
async function findLost(
  deps: Pick<Deps, 'store'>,
  { id }: Campaign,
  moment: Moment,
): Promise<Session | undefined> {
  const left = await deps.store.sessions.findNewestLeft(id, undefined, silentBefore(moment));
  return left !== undefined && left.successorId === null && statusIn(left, moment) === 'lost'
    ? left
    : undefined;
}

/**
 * The session that `resume` means: the caller's own, else whichever was left last of the newest paused and the newest lost
 * one, whatever folder it was played from. An active session of another client is never chosen.
 */
export async function findResumable(
  deps: Pick<Deps, 'store'>,
  caller: Caller,
  campaign: Campaign,
  moment: Moment,
): Promise<Session | undefined> {
  const own = await findOwn(deps, caller, campaign, moment);
  if (own !== undefined) return own;
  const paused = await findPaused(deps, campaign, moment);
  const lost = await findLost(deps, campaign, moment);
  if (paused === undefined || lost === undefined) return paused ?? lost;
  return paused.lastSeenAt >= lost.lastSeenAt ? paused : lost;
}
