import { ENTITY_KINDS, type Entity } from '../../domain/campaign/entity.ts';
import type { NamesGivenUp } from '../../domain/campaign/names-borne.ts';
import { type NameElsewhere, namesElsewhere } from '../../domain/campaign/names-elsewhere.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import type { World } from '../world.ts';
import { lineOf, type Played } from './find-entity.ts';

/** Those who bear any of these names now. */
async function listBearers(
  world: World,
  { id }: Played,
  names: readonly string[],
): Promise<readonly Entity[]> {
  const keys = [...new Set(names.map(entityKey))];
  const found: Entity[] = [];
  for (const kind of ENTITY_KINDS) found.push(...(await world.store.campaigns.findNamed(id, kind, keys)));
  return found;
}

export const loadGivenUp = async (world: World, campaign: Played): Promise<NamesGivenUp> => ({
  line: await lineOf(world, campaign),
  former: await world.store.campaigns.listFormerNames(campaign.id),
});

/** What things are called where play went another way. */
export async function loadElsewhere(
  { store: { campaigns } }: World,
  { id }: Played,
  { line }: NamesGivenUp,
): Promise<readonly NameElsewhere[]> {
  const branches = await campaigns.listBranches(id);
  return branches.length === 1 ? [] : namesElsewhere(branches, line, await campaigns.listShowings(id));
}

/** All whom a name may mean that somebody gave up, or one of `names`. */
export async function listMeant(
  world: World,
  campaign: Played,
  { former }: NamesGivenUp,
  names: readonly string[] = [],
): Promise<readonly Entity[]> {
  const renamed = await world.store.campaigns.findEntities([...new Set(former.map(({ id }) => id))]);
  return [...renamed, ...(await listBearers(world, campaign, [...former.map(({ name }) => name), ...names]))];
}
