import type { Told } from '../../domain/campaign/apply-changes.ts';
import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Change } from '../../domain/campaign/change.ts';
import type { Entity, EntityKind } from '../../domain/campaign/entity.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { Scene } from '../../domain/campaign/scene.ts';
import type { World } from '../world.ts';
import { bornEntity } from './born-entity.ts';
import { namesNear } from './find-entity.ts';

interface Named {
  readonly kind: EntityKind;
  readonly name: string;
}

/** What each kind of change names. */
function namesIn(changes: readonly Change[]): readonly Named[] {
  return changes.flatMap((change): Named[] => {
    switch (change.kind) {
      case 'hit_points':
      case 'condition':
      case 'item':
      case 'slot':
        return [{ kind: 'character', name: change.character }];
      case 'quest':
        return [{ kind: 'quest', name: change.quest }];
      case 'place':
        return [{ kind: 'location', name: change.location }];
      case 'npc':
        return [{ kind: 'npc', name: change.npc }];
      case 'thread':
        return [{ kind: 'thread', name: change.thread }];
      default:
        return [];
    }
  });
}

const keyOf = ({ kind, name }: Named) => `${kind} ${entityKey(name)}`;

export interface SetScene extends Pick<Told, 'near' | 'make'> {
  readonly scene: Scene;
  /** Those that the turn names and that were there before it. */
  readonly known: readonly Entity[];
}

/** All that a turn's changes name: what there is, what may come into being, and for what there is not, what was meant. */
export async function setScene(
  world: World,
  campaign: Campaign,
  changes: readonly Change[],
  now: string,
): Promise<SetScene> {
  const known: Entity[] = [];
  const made = new Map<string, Entity>();
  const near = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  for (const { kind, name } of namesIn(changes)) {
    const key = keyOf({ kind, name });
    if (seen.has(key)) continue;
    seen.add(key);
    const [found] = await world.store.campaigns.findNamed(campaign.id, kind, [entityKey(name)]);
    if (found !== undefined) {
      known.push(found);
      continue;
    }
    if (kind === 'location' || kind === 'thread')
      made.set(key, await bornEntity(world, campaign, kind, name, now));
    if (kind !== 'location') near.set(key, await namesNear(world, campaign.id, kind, name));
  }
  return {
    scene: new Scene(campaign.state, known),
    known,
    near: (kind, name) => near.get(keyOf({ kind, name })) ?? [],
    make: (kind, name) => {
      const entity = made.get(keyOf({ kind, name }));
      if (entity === undefined) throw new Error(`${kind} ${name} was not made ready`);
      return entity;
    },
  };
}
