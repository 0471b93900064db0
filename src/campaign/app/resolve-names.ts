import type { StoreDeps } from '../../app/deps.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Entity } from '../domain/entity.ts';
import { createNameResolver } from '../domain/name-history.ts';
import { entityKey } from '../domain/name-key.ts';
import { flatten, patchOf } from '../domain/patch.ts';
import { mapEntityNames, mapStateNames, type NameMapper } from '../domain/references.ts';
import { type EntityFinder, listEntitiesInNameHistory, loadNameHistory } from './find-entity.ts';

const keyOf = (...[name, kinds]: Parameters<NameMapper>): string => `${kinds} ${entityKey(name)}`;

/** Replaces current and former names by current ones. Unknown and ambiguous names stay. */
export async function resolveNames<Value>(
  finder: EntityFinder,
  value: Value,
  mapNames: (value: Value, mapName: NameMapper) => Value,
): Promise<Value> {
  const asked = new Map<string, Parameters<NameMapper>>();
  mapNames(value, (name, kinds) => {
    asked.set(keyOf(name, kinds), [name, kinds]);
    return name;
  });
  const found = new Map<string, string | undefined>();
  const find = async ([key, [name, kinds]]: [string, Parameters<NameMapper>]) =>
    found.set(key, (await finder.find(kinds, name, { isLenient: true }))?.name);
  await Promise.all([...asked].map(find));
  return mapNames(value, (name, kinds) => found.get(keyOf(name, kinds)) ?? name);
}

/** Replaces the former name wherever state and entities mention it. Reads all entities, because renames are rare. */
export async function applyRename(
  deps: StoreDeps,
  campaign: Campaign,
  before: Entity | undefined,
  after: Entity,
) {
  const past = await loadNameHistory(deps, campaign);
  const renamedEntities = await listEntitiesInNameHistory(
    deps,
    campaign,
    past,
    before === undefined ? [] : [before.name],
  );
  const names = createNameResolver(past, renamedEntities);
  const mapName: NameMapper = (name, kinds) => {
    const one = names.find(name, kinds);
    if (one?.id === after.id) return after.name;
    return one === undefined || entityKey(one.name) === entityKey(name) ? name : one.name;
  };
  const state = mapStateNames(campaign.state, mapName);
  const renamed = mapEntityNames(after, mapName);
  const entities = [renamed];
  const patches = [
    patchOf('state', { ...campaign.state }, { ...state }),
    patchOf(renamed.id, flatten(before), flatten(renamed)),
  ];
  for (const entity of await deps.store.campaigns.listEveryEntity(campaign.id)) {
    if (entity.id === after.id) continue;
    const now = mapEntityNames(entity, mapName);
    const patch = patchOf(entity.id, flatten(entity), flatten(now));
    // An entity that only mentions the name keeps its `updatedAt`.
    if (patch !== undefined) entities.push(now);
    patches.push(patch);
  }
  return { state, entities, patches: patches.filter((patch) => patch !== undefined) };
}
