import type { Change } from '../../domain/campaign/change.ts';
import type { CampaignEvent } from '../../domain/campaign/event.ts';
import type { GameState } from '../../domain/campaign/game-state.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import {
  type Naming,
  namedChange,
  namedEvent,
  namedFields,
  namedState,
} from '../../domain/campaign/references.ts';
import type { Deps } from '../deps.ts';
import { findMeant, type Played } from './find-entity.ts';
import { NamesAlike } from './names-alike.ts';

const keyOf: (...asked: Parameters<Naming>) => string = (name, kinds) => `${kinds} ${entityKey(name)}`;

/** What somebody says by any name there is or was, under the names that are borne now. What names nobody stays as it is said. */
async function sayNow<Said>(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  said: Said,
  inNames: (said: Said, naming: Naming) => Said,
): Promise<Said> {
  const asked = new Map<string, Parameters<Naming>>();
  inNames(said, (name, kinds) => {
    asked.set(keyOf(name, kinds), [name, kinds]);
    return name;
  });
  const meant = new Map<string, string>();
  // What is told is not refused because two things have names like it.
  const names = new NamesAlike(deps, campaign.id, true);
  const find = async ([key, [name, kinds]]: [string, Parameters<Naming>]) => {
    const found = await findMeant(deps, campaign, kinds, name, names);
    if (found !== undefined) meant.set(key, found.name);
  };
  await Promise.all([...asked].map(find));
  return inNames(said, (name, kinds) => meant.get(keyOf(name, kinds)) ?? name);
}

export const sayChanges = (deps: Pick<Deps, 'store'>, campaign: Played, changes: readonly Change[]) =>
  sayNow(deps, campaign, changes, (all, naming) => all.map((change) => namedChange(change, naming)));

export const sayState = (deps: Pick<Deps, 'store'>, campaign: Played, state: GameState) =>
  sayNow(deps, campaign, state, namedState);

export const sayFields = (
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  fields: Readonly<Record<string, unknown>>,
) => sayNow(deps, campaign, fields, namedFields);

export const sayEvent = (deps: Pick<Deps, 'store'>, campaign: Played, event: CampaignEvent) =>
  sayNow(deps, campaign, event, namedEvent);
