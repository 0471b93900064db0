import type { EntityKind } from '../../domain/campaign/entity.ts';
import { entityNotFound } from '../../domain/campaign/entity-not-found.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
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

export const unknownEntity = async (
  world: World,
  campaignId: string,
  kind: EntityKind,
  name: string,
  field: string,
) =>
  entityNotFound(
    kind,
    name,
    field,
    await namesNear(world, campaignId, kind, name),
    'get_campaign lists what there is; nothing was written.',
  );

/** Names become ids, so that they may change; an unknown one is a mistake. */
export async function characterIds(
  world: World,
  campaignId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const name of names) {
    const [found] = await world.store.campaigns.findNamed(campaignId, 'character', [entityKey(name)]);
    if (found === undefined) throw await unknownEntity(world, campaignId, 'character', name, 'private_to');
    ids.add(found.id);
  }
  return [...ids];
}
