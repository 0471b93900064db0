import type { StoreDeps } from '../../app/deps.ts';
import { type AudienceFilter, createAudienceFilter } from '../domain/audience-filter.ts';
import { ENTITY_KINDS, type Entity, type EntityKind } from '../domain/entity.ts';
import { type NameHistory, type NameOnOtherBranch, namesOnOtherBranches } from '../domain/name-history.ts';
import { entityKey } from '../domain/name-key.ts';
import { type Audience, DM, isKind } from '../domain/visibility.ts';
import { loadLineage, type PlayPosition } from './find-entity.ts';

/** Entities that have one of these names now. */
async function listHolders(
  deps: StoreDeps,
  { id }: PlayPosition,
  names: readonly string[],
): Promise<readonly Entity[]> {
  const keys = [...new Set(names.map(entityKey))];
  const found: Entity[] = [];
  for (const kind of ENTITY_KINDS) found.push(...(await deps.store.campaigns.findNamed(id, kind, keys)));
  return found;
}

export const loadNameHistory = async (deps: StoreDeps, campaign: PlayPosition): Promise<NameHistory> => ({
  lineage: await loadLineage(deps, campaign),
  formerNames: await deps.store.campaigns.listFormerNames(campaign.id),
});

async function loadNamesOnOtherBranches(
  { store: { campaigns } }: StoreDeps,
  { id }: PlayPosition,
  { lineage }: NameHistory,
): Promise<readonly NameOnOtherBranch[]> {
  const branches = await campaigns.listBranches(id);
  return branches.length === 1
    ? []
    : namesOnOtherBranches(branches, lineage, await campaigns.listNameChanges(id));
}

/** Renamed entities, and those that now have one of the former names or one of `names`. */
export async function listRenamedEntities(
  deps: StoreDeps,
  campaign: PlayPosition,
  { formerNames }: NameHistory,
  names: readonly string[] = [],
): Promise<readonly Entity[]> {
  const renamed = await deps.store.campaigns.findEntities([...new Set(formerNames.map(({ id }) => id))]);
  return [
    ...renamed,
    ...(await listHolders(deps, campaign, [...formerNames.map(({ name }) => name), ...names])),
  ];
}

const PAGE = 500;

async function listEntities(
  deps: StoreDeps,
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

/** For players, hiding needs all entities. For the game master renamed ones are enough, unless mentions are searched. */
export async function loadAudienceFilter(
  deps: StoreDeps,
  campaign: PlayPosition,
  audience: Audience,
  { findsMentions = false } = {},
): Promise<AudienceFilter> {
  const past = await loadNameHistory(deps, campaign);
  if (audience.kind === 'dm' && !findsMentions)
    return createAudienceFilter(audience, await listRenamedEntities(deps, campaign, past), past);
  const entities = await deps.store.campaigns.listEveryEntity(campaign.id);
  if (audience.kind === 'dm') return createAudienceFilter(audience, entities, past);
  return createAudienceFilter(audience, entities, past, await loadNamesOnOtherBranches(deps, campaign, past));
}

export async function listAllEntities(
  deps: StoreDeps,
  campaign: PlayPosition,
  kinds: readonly EntityKind[],
  audience: Audience = DM,
): Promise<readonly Entity[]> {
  const filter = await loadAudienceFilter(deps, campaign, audience);
  return (await listEntities(deps, campaign.id, kinds)).flatMap((entity) => filter.entity(entity) ?? []);
}

export const listParty = async (deps: StoreDeps, campaign: PlayPosition, audience: Audience) =>
  (await listAllEntities(deps, campaign, ['character'], audience)).filter(isKind('character'));
