import type { Campaign } from '../../domain/campaign/campaign.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { type Audience, DM } from '../../domain/campaign/visible.ts';
import type { World } from '../world.ts';
import { unknownEntity } from './save-entity.ts';

/** true is the party as a whole; a name is that character's player; otherwise the game master asks. */
export async function audienceOf(
  world: World,
  { id }: Campaign,
  asPlayer: boolean | string | undefined,
  field = 'as_player',
): Promise<Audience> {
  if (asPlayer === undefined || asPlayer === false) return DM;
  if (asPlayer === true) return { kind: 'party' };
  const [found] = await world.store.campaigns.findNamed(id, 'character', [entityKey(asPlayer)]);
  if (found === undefined) throw await unknownEntity(world, id, 'character', asPlayer, field);
  return { kind: 'character', id: found.id, name: found.name };
}
