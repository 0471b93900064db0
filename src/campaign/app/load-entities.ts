import type { StoreDeps } from '../../app/deps.ts';
import { type AudienceFilter, createAudienceFilter } from '../domain/audience-filter.ts';
import { ENTITY_KINDS, type Entity, type EntityKind } from '../domain/entity.ts';
import { type NameHistory, namesOnOtherBranches } from '../domain/name-history.ts';
import { entityKey } from '../domain/name-key.ts';
import { type Audience, isKind } from '../domain/visibility.ts';
import { loadLineage, type PlayPosition } from './find-entity.ts';

export const loadNameHistory = async (deps: StoreDeps, campaign: PlayPosition): Promise<NameHistory> => ({
  lineage: await loadLineage(deps, campaign),
  formerNames: await deps.store.campaigns.listFormerNames(campaign.id),
});

/** Renamed entities, and those that now have one of the former names or one of `names`. */
export async function listEntitiesInNameHistory(
  { store: { campaigns } }: StoreDeps,
  { id }: PlayPosition,
  { formerNames }: NameHistory,
  names: readonly string[] = [],
): Promise<readonly Entity[]> {
  const found = [...(await campaigns.findEntities([...new Set(formerNames.map((one) => one.id))]))];
  const keys = [...new Set([...formerNames.map(({ name }) => name), ...names].map(entityKey))];
  for (const kind of ENTITY_KINDS) found.push(...(await campaigns.findNamed(id, kind, keys)));
  return found;
}

/** For players, hiding needs all entities. For the game master renamed ones are enough, unless mentions are searched. */
export async function loadAudienceFilter(
  deps: StoreDeps,
  campaign: PlayPosition,
  audience: Audience,
  { findsMentions = false } = {},
): Promise<AudienceFilter> {
  const { campaigns } = deps.store;
  const past = await loadNameHistory(deps, campaign);
  if (audience.kind === 'dm' && !findsMentions)
    return createAudienceFilter(audience, await listEntitiesInNameHistory(deps, campaign, past), past);
  const entities = await campaigns.listEveryEntity(campaign.id);
  const branches = audience.kind === 'dm' ? [] : await campaigns.listBranches(campaign.id);
  if (branches.length <= 1) return createAudienceFilter(audience, entities, past);
  const changes = await campaigns.listNameChanges(campaign.id);
  const elsewhere = namesOnOtherBranches(branches, past.lineage, changes);
  return createAudienceFilter(audience, entities, past, elsewhere);
}

const PAGE = 500;

export async function listAllEntities(
  deps: StoreDeps,
  campaign: PlayPosition,
  kinds: readonly EntityKind[],
  audience: Audience,
): Promise<readonly Entity[]> {
  const filter = await loadAudienceFilter(deps, campaign, audience);
  const all: Entity[] = [];
  for (let after = 0; ; ) {
    const page = await deps.store.campaigns.listEntities(campaign.id, kinds, PAGE, after);
    all.push(...page.flatMap(({ entity }) => filter.entity(entity) ?? []));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return all;
    after = last.seq;
  }
}

export const listParty = async (deps: StoreDeps, campaign: PlayPosition, audience: Audience) =>
  (await listAllEntities(deps, campaign, ['character'], audience)).filter(isKind('character'));
