import type { Session } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import { lineOf, type Played } from './find-entity.ts';

/** Whether play went on at another sitting since: what stands now is not how this one left it. */
export async function isPastSitting(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  session: Session,
): Promise<boolean> {
  const { campaigns, sessions } = deps.store;
  const stretches = await lineOf(deps, campaign);
  const [last] = await campaigns.listEvents(campaign.id, { stretches, sessionId: session.id }, 1, null);
  const [newest] = await campaigns.listEvents(campaign.id, { stretches, isTurn: true }, 1, null);
  const [newestStart = session.startedAt] = await sessions.listStarts(campaign.id, 1);
  if (newestStart > (last?.event.at ?? session.startedAt)) return newestStart !== session.startedAt;
  if (newest === undefined || newest.event.sessionId === session.id) return false;
  return last === undefined ? newest.event.at > session.startedAt : newest.event.turn > last.event.turn;
}
