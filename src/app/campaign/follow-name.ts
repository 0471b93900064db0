import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity } from '../../domain/campaign/entity.ts';
import { flatten } from '../../domain/campaign/flat-entity.ts';
import type { GameState } from '../../domain/campaign/game-state.ts';
import { namesBorne } from '../../domain/campaign/names-borne.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { type Patch, patchOf } from '../../domain/campaign/patch.ts';
import { type Naming, namedEntity, namedState } from '../../domain/campaign/references.ts';
import type { Deps } from '../deps.ts';
import { listMeant, loadGivenUp } from './load-names.ts';

export interface Followed {
  readonly state: GameState;
  /** With the one that is saved. */
  readonly entities: readonly Entity[];
  readonly patches: readonly Patch[];
}

/**
 * Whatever mentions somebody by name is told the name that is borne from now on, so that a name that was given up means
 * nothing any more to anything but the past. Reads the whole world, for names seldom change.
 */
export async function followName(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  before: Entity | undefined,
  after: Entity,
): Promise<Followed> {
  const past = await loadGivenUp(deps, campaign);
  const meant = await listMeant(deps, campaign, past, before === undefined ? [] : [before.name]);
  const names = namesBorne(past, meant);
  const naming: Naming = (name, kinds) => {
    const one = names.meant(name, kinds);
    if (one?.id === after.id) return after.name;
    return one === undefined || entityKey(one.name) === entityKey(name) ? name : one.name;
  };
  const state = namedState(campaign.state, naming);
  const patches = [patchOf('state', { ...campaign.state }, { ...state })];
  const saved = namedEntity(after, naming);
  const entities = [saved];
  patches.push(patchOf(saved.id, flatten(before), flatten(saved)));
  for (const entity of await deps.store.campaigns.listEveryEntity(campaign.id)) {
    if (entity.id === after.id) continue;
    const now = namedEntity(entity, naming);
    const patch = patchOf(entity.id, flatten(entity), flatten(now));
    // What only mentions it has not changed to anybody who looks at it.
    if (patch !== undefined) entities.push(now);
    patches.push(patch);
  }
  return { state, entities, patches: patches.filter((patch) => patch !== undefined) };
}
