import type { StoreDeps } from '../../app/deps.ts';
import type { Campaign, GameState } from '../domain/campaign.ts';
import type { Change } from '../domain/changes/change.ts';
import type { Entity } from '../domain/entity.ts';
import type { CampaignEvent } from '../domain/event.ts';
import { createNameResolver } from '../domain/name-history.ts';
import { entityKey } from '../domain/name-key.ts';
import { flatten, type Patch, patchOf } from '../domain/patch.ts';
import {
  mapChangeNames,
  mapEntityNames,
  mapEventNames,
  mapFieldNames,
  mapStateNames,
  type NameMapper,
} from '../domain/references.ts';
import { findByName, LooseNameIndex, type PlayPosition } from './find-entity.ts';
import { listRenamedEntities, loadNameHistory } from './load-entities.ts';

const keyOf: (...asked: Parameters<NameMapper>) => string = (name, kinds) => `${kinds} ${entityKey(name)}`;

/** Replaces current and former names by current ones. Unknown names stay. */
async function resolveNames<Said>(
  deps: StoreDeps,
  campaign: PlayPosition,
  said: Said,
  inNames: (said: Said, mapName: NameMapper) => Said,
): Promise<Said> {
  const asked = new Map<string, Parameters<NameMapper>>();
  inNames(said, (name, kinds) => {
    asked.set(keyOf(name, kinds), [name, kinds]);
    return name;
  });
  const meant = new Map<string, string>();
  // An ambiguous name is left as it is instead of refusing the call.
  const names = new LooseNameIndex(deps, campaign.id, true);
  const find = async ([key, [name, kinds]]: [string, Parameters<NameMapper>]) => {
    const found = await findByName(deps, campaign, kinds, name, names);
    if (found !== undefined) meant.set(key, found.name);
  };
  await Promise.all([...asked].map(find));
  return inNames(said, (name, kinds) => meant.get(keyOf(name, kinds)) ?? name);
}

export const resolveChangeNames = (deps: StoreDeps, campaign: PlayPosition, changes: readonly Change[]) =>
  resolveNames(deps, campaign, changes, (all, mapName) =>
    all.map((change) => mapChangeNames(change, mapName)),
  );

export const resolveStateNames = (deps: StoreDeps, campaign: PlayPosition, state: GameState) =>
  resolveNames(deps, campaign, state, mapStateNames);

export const resolveFieldNames = (
  deps: StoreDeps,
  campaign: PlayPosition,
  fields: Readonly<Record<string, unknown>>,
) => resolveNames(deps, campaign, fields, mapFieldNames);

export const resolveEventNames = (deps: StoreDeps, campaign: PlayPosition, event: CampaignEvent) =>
  resolveNames(deps, campaign, event, mapEventNames);

interface RenameResult {
  readonly state: GameState;
  /** Including the renamed one. */
  readonly entities: readonly Entity[];
  readonly patches: readonly Patch[];
}

/** Replaces the former name wherever state and entities mention it. Reads all entities, because renames are rare. */
export async function applyRename(
  deps: StoreDeps,
  campaign: Campaign,
  before: Entity | undefined,
  after: Entity,
): Promise<RenameResult> {
  const past = await loadNameHistory(deps, campaign);
  const meant = await listRenamedEntities(deps, campaign, past, before === undefined ? [] : [before.name]);
  const names = createNameResolver(past, meant);
  const mapName: NameMapper = (name, kinds) => {
    const one = names.find(name, kinds);
    if (one?.id === after.id) return after.name;
    return one === undefined || entityKey(one.name) === entityKey(name) ? name : one.name;
  };
  const state = mapStateNames(campaign.state, mapName);
  const patches = [patchOf('state', { ...campaign.state }, { ...state })];
  const saved = mapEntityNames(after, mapName);
  const entities = [saved];
  patches.push(patchOf(saved.id, flatten(before), flatten(saved)));
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
