import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity, EntityKind } from '../../domain/campaign/entity.ts';
import { entityKey, NEW_FIELDS } from '../../domain/campaign/new-entity.ts';
import { derivedId } from '../../domain/id.ts';
import type { Deps } from '../deps.ts';

/** A name that was given up may be taken again, by another of its own. */
async function newId(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  kind: EntityKind,
  name: string,
): Promise<string> {
  for (let count = 0; ; count += 1) {
    const id = derivedId('ent', campaign.id, kind, entityKey(name), campaign.branchId, String(count));
    if ((await deps.store.campaigns.findEntities([id])).length === 0) return id;
  }
}

export const bornEntity = async (
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  kind: EntityKind,
  name: string,
  now: string,
): Promise<Entity> => ({
  id: await newId(deps, campaign, kind, name),
  campaignId: campaign.id,
  kind,
  name,
  fields: kind === 'thread' ? { ...NEW_FIELDS.thread, since_turn: campaign.turn } : NEW_FIELDS[kind],
  visibility: 'public',
  private_to: [],
  isRemoved: false,
  createdAt: now,
  updatedAt: now,
});
