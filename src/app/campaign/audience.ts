import type { Campaign } from '../../domain/campaign/campaign.ts';
import { type Audience, DM } from '../../domain/campaign/visible.ts';
import type { Deps } from '../deps.ts';
import { findMeant, unknownEntity } from './find-entity.ts';

/** true is the party as a whole; a name is that character's player; otherwise the game master asks. */
export async function audienceOf(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  asPlayer: boolean | string | undefined,
  field = 'as_player',
): Promise<Audience> {
  if (asPlayer === undefined || asPlayer === false) return DM;
  if (asPlayer === true) return { kind: 'party' };
  const found = await findMeant(deps, campaign, ['character'], asPlayer);
  if (found === undefined) throw await unknownEntity(deps, campaign.id, ['character'], asPlayer, field);
  return { kind: 'character', id: found.id, name: found.name };
}
