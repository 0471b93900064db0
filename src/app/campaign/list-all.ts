import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity, EntityKind } from '../../domain/campaign/entity.ts';
import type { CampaignEvent } from '../../domain/campaign/event.ts';
import { lineTo } from '../../domain/campaign/lineage.ts';
import {
  type Audience,
  DM,
  isKind,
  type Lens,
  lensFor,
  withFormerNames,
} from '../../domain/campaign/visible.ts';
import type { EventFilter } from '../ports/windows.ts';
import type { World } from '../world.ts';

const PAGE = 500;

async function listEntities(
  world: World,
  campaignId: string,
  kinds: readonly EntityKind[],
): Promise<readonly Entity[]> {
  const all: Entity[] = [];
  for (let after = 0; ; ) {
    const page = await world.store.campaigns.listEntities(campaignId, kinds, PAGE, after);
    all.push(...page.map(({ entity }) => entity));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return all;
    after = last.seq;
  }
}

/** What is hidden from an audience can only be told against all that there is. */
export async function loadLens(world: World, campaignId: string, audience: Audience): Promise<Lens> {
  if (audience.kind === 'dm') return lensFor(audience, []);
  const entities = await world.store.campaigns.listEveryEntity(campaignId);
  const former = await world.store.campaigns.listFormerNames(campaignId);
  return lensFor(audience, withFormerNames(entities, former));
}

/** Every entity of some kinds that the audience may see, as it may see it. */
export async function listAllEntities(
  world: World,
  campaignId: string,
  kinds: readonly EntityKind[],
  audience: Audience = DM,
): Promise<readonly Entity[]> {
  const lens = await loadLens(world, campaignId, audience);
  return (await listEntities(world, campaignId, kinds)).flatMap((entity) => lens.entity(entity) ?? []);
}

export const listParty = async (world: World, campaignId: string, audience: Audience) =>
  (await listAllEntities(world, campaignId, ['character'], audience)).filter(isKind('character'));

/** The last events of the line being played, oldest first, for the game master. */
export async function listLastEvents(
  world: World,
  campaign: Campaign,
  filter: Omit<EventFilter, 'stretches'>,
  limit: number,
): Promise<readonly CampaignEvent[]> {
  const branches = await world.store.campaigns.listBranches(campaign.id);
  const stretches = lineTo(branches, campaign.branchId, campaign.turn);
  const found = await world.store.campaigns.listEvents(campaign.id, { ...filter, stretches }, limit, null);
  return found.map(({ event }) => event).reverse();
}
