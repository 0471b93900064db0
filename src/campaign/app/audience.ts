import type { StoreDeps } from '../../app/deps.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Visibility, VisibleTo } from '../domain/entity.ts';
import { type Audience, DM, PARTY, visibilityOf } from '../domain/visibility.ts';
import { characterIds, findByName, type PlayPosition, unknownEntity } from './find-entity.ts';

/** true is the party, a name is the player of that character, anything else is the game master. */
export async function resolveAudience(
  deps: StoreDeps,
  campaign: Campaign,
  asPlayer: boolean | string | undefined,
  field = 'as_player',
): Promise<Audience> {
  if (asPlayer === undefined || asPlayer === false) return DM;
  if (asPlayer === true) return PARTY;
  const found = await findByName(deps, campaign, ['character'], asPlayer);
  if (found === undefined) throw await unknownEntity(deps, campaign.id, ['character'], asPlayer, field);
  return { kind: 'character', id: found.id, name: found.name };
}

interface VisibilityInput {
  readonly visibility?: Visibility | undefined;
  /** Names of characters. */
  readonly private_to?: readonly string[] | undefined;
}

/** Values that the call does not pass stay the same. */
export async function resolveVisibility(
  deps: StoreDeps,
  campaign: PlayPosition,
  given: VisibilityInput,
  before: VisibleTo = { visibility: 'public', private_to: [] },
): Promise<VisibleTo> {
  const visibility = visibilityOf(given, before.visibility);
  if (visibility !== 'private') return { visibility, private_to: [] };
  const private_to =
    given.private_to === undefined ? before.private_to : await characterIds(deps, campaign, given.private_to);
  return { visibility, private_to };
}
