import { ENTITY_KINDS, type Entity } from '../../domain/campaign/entity.ts';
import type { NamesGivenUp } from '../../domain/campaign/names-borne.ts';
import { type NameElsewhere, namesElsewhere } from '../../domain/campaign/names-elsewhere.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import type { Deps } from '../deps.ts';
import { lineOf, type Played } from './find-entity.ts';

/** Those who bear any of these names now. */
async function listBearers(
  deps: Pick<Deps, 'store'>,
  { id }: Played,
  names: readonly string[],
): Promise<readonly Entity[]> {
  const keys = [...new Set(names.map(entityKey))];
  const found: Entity[] = [];
  for (const kind of ENTITY_KINDS) found.push(...(await deps.store.campaigns.findNamed(id, kind, keys)));
  return found;
}

export const loadGivenUp = async (deps: Pick<Deps, 'store'>, campaign: Played): Promise<NamesGivenUp> => ({
  line: await lineOf(deps, campaign),
  former: await deps.store.campaigns.listFormerNames(campaign.id),
});

/** What things are called where play went another way. */
export async function loadElsewhere(
  { store: { campaigns } }: Pick<Deps, 'store'>,
  { id }: Played,
  { line }: NamesGivenUp,
): Promise<readonly NameElsewhere[]> {
  const branches = await campaigns.listBranches(id);
  return branches.length === 1 ? [] : namesElsewhere(branches, line, await campaigns.listShowings(id));
}

/** All whom a name may mean that somebody gave up, or one of `names`. */
export async function listMeant(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  { former }: NamesGivenUp,
  names: readonly string[] = [],
): Promise<readonly Entity[]> {
  const renamed = await deps.store.campaigns.findEntities([...new Set(former.map(({ id }) => id))]);
  return [...renamed, ...(await listBearers(deps, campaign, [...former.map(({ name }) => name), ...names]))];
}
