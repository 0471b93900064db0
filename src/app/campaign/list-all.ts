import type { Entity, EntityKind } from '../../domain/campaign/entity.ts';
import { type Audience, DM, isKind, type Lens, lensFor } from '../../domain/campaign/visible.ts';
import type { Deps } from '../deps.ts';
import type { Played } from './find-entity.ts';
import { listMeant, loadElsewhere, loadGivenUp } from './load-names.ts';

const PAGE = 500;

async function listEntities(
  deps: Pick<Deps, 'store'>,
  campaignId: string,
  kinds: readonly EntityKind[],
): Promise<readonly Entity[]> {
  const all: Entity[] = [];
  for (let after = 0; ; ) {
    const page = await deps.store.campaigns.listEntities(campaignId, kinds, PAGE, after);
    all.push(...page.map(({ entity }) => entity));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return all;
    after = last.seq;
  }
}

/**
 * For the game master only names that changed matter, unless the lens is asked for mentions; what is hidden from
 * others can only be told against all that there is.
 */
export async function loadLens(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  audience: Audience,
  { findsMentions = false } = {},
): Promise<Lens> {
  const past = await loadGivenUp(deps, campaign);
  if (audience.kind === 'dm' && !findsMentions)
    return lensFor(audience, await listMeant(deps, campaign, past), past);
  const entities = await deps.store.campaigns.listEveryEntity(campaign.id);
  if (audience.kind === 'dm') return lensFor(audience, entities, past);
  return lensFor(audience, entities, past, await loadElsewhere(deps, campaign, past));
}

/** Every entity of some kinds that the audience may see, as it may see it. */
export async function listAllEntities(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  kinds: readonly EntityKind[],
  audience: Audience = DM,
): Promise<readonly Entity[]> {
  const lens = await loadLens(deps, campaign, audience);
  return (await listEntities(deps, campaign.id, kinds)).flatMap((entity) => lens.entity(entity) ?? []);
}

export const listParty = async (deps: Pick<Deps, 'store'>, campaign: Played, audience: Audience) =>
  (await listAllEntities(deps, campaign, ['character'], audience)).filter(isKind('character'));
