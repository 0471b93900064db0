import type { CampaignEvent } from '../../domain/campaign/event.ts';
import type { Audience } from '../../domain/campaign/visible.ts';
import type { Deps } from '../deps.ts';
import type { EventFilter } from '../ports/campaign-reader.ts';
import { lineOf, type Played } from './find-entity.ts';

const MOST = 5_000;
/** Of a whole campaign: the last of it, and before that what weighed. */
const NEAR = 500;
const WEIGHTY = 300;
const WEIGHTY_FROM = 4;

export interface ToldEvents {
  /** Oldest first. */
  readonly events: readonly CampaignEvent[];
  /** How many others the audience may see; 0 where the events were sifted. */
  readonly untold: number;
}

/**
 * What a recap is made of. A sitting is read whole; of a campaign as much as a recap has room for, however long it was
 * played; and all of it where only the events themselves tell which are meant.
 */
export async function listToldEvents(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  { audience, sessionId, isSifted }: { audience: Audience; sessionId: string | undefined; isSifted: boolean },
): Promise<ToldEvents> {
  const { campaigns } = deps.store;
  const filter: EventFilter = { stretches: await lineOf(deps, campaign), sessionId, seenBy: audience };
  const isWhole = sessionId !== undefined || isSifted;
  const limit = isWhole ? MOST : NEAR;
  const near = await campaigns.listEvents(campaign.id, filter, limit, null);
  const first = near.at(-1);
  if (first === undefined || near.length < limit || isSifted)
    return { events: near.map(({ event }) => event).reverse(), untold: 0 };
  const before = { turn: first.event.turn, seq: first.seq };
  const weighty = isWhole
    ? []
    : await campaigns.listEvents(campaign.id, { ...filter, minImportance: WEIGHTY_FROM }, WEIGHTY, before);
  const events = [...near, ...weighty].map(({ event }) => event).reverse();
  return { events, untold: (await campaigns.countEvents(campaign.id, filter, before)) - weighty.length };
}
