import type { EntityKind } from '../../domain/campaign/entity.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { notFound } from '../../domain/error.ts';
import { nearest } from '../../lib/nearest.ts';
import type { World } from '../world.ts';

const MOST_NAMES = 500;
/** Nobody mistypes a name this long; comparing long ones with each other takes seconds. */
const LONGEST_GUESSED = 200;

/** Names that may have been meant. */
export const namesNear = async (
  world: World,
  campaignId: string,
  kind: EntityKind,
  name: string,
): Promise<readonly string[]> =>
  name.length > LONGEST_GUESSED
    ? []
    : nearest(name, await world.store.campaigns.listNames(campaignId, kind, MOST_NAMES));

export async function entityNotFound(
  world: World,
  campaignId: string,
  kind: EntityKind,
  name: string,
  field: string,
) {
  const near = await namesNear(world, campaignId, kind, name);
  return notFound(
    'entity_not_found',
    `This campaign has no ${kind} named ${JSON.stringify(name.slice(0, 120).toWellFormed())}.`,
    near.length > 0
      ? `Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}? Nothing was written.`
      : 'get_campaign lists what there is; nothing was written.',
    { fields: [{ field, problem: `names no ${kind}` }], ...(near.length > 0 ? { allowed: near } : {}) },
  );
}

/** Names become ids, so that they may change; an unknown one is a mistake. */
export async function characterIds(
  world: World,
  campaignId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const name of names) {
    const [found] = await world.store.campaigns.findNamed(campaignId, 'character', [entityKey(name)]);
    if (found === undefined) throw await entityNotFound(world, campaignId, 'character', name, 'private_to');
    ids.add(found.id);
  }
  return [...ids];
}
