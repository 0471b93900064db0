import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../new-entity.ts';

/** The condition of a dead character. */
export const isDead = (condition: string): boolean => /^dead$/i.test(condition.trim());

const killedBy = (effect: Effect): string | undefined => {
  if (effect.kind === 'condition') return effect.added.some(isDead) ? effect.who : undefined;
  return effect.kind === 'death' || (effect.kind === 'npc' && effect.status === 'dead')
    ? effect.who
    : undefined;
};

const revivedBy = (effect: Effect): string | undefined => {
  if (effect.kind === 'condition') return effect.removed.some(isDead) ? effect.who : undefined;
  return effect.kind === 'npc' && effect.status === 'alive' ? effect.who : undefined;
};

export const isDeathOrRevival = (effect: Effect): boolean =>
  killedBy(effect) !== undefined || (effect.kind === 'condition' && effect.removed.some(isDead));

/** The event that ended a death, by the change that caused the death. A recap that has room for the death only must say so. */
export type Revivals = ReadonlyMap<Effect, string>;

export function revivalsIn(events: readonly CampaignEvent[]): Revivals {
  const deaths = new Map<string, Effect[]>();
  const revivals = new Map<Effect, string>();
  for (const { id, effects } of events)
    for (const effect of effects) {
      const dead = killedBy(effect);
      if (dead !== undefined) deaths.set(entityKey(dead), [...(deaths.get(entityKey(dead)) ?? []), effect]);
      const revived = revivedBy(effect);
      if (revived === undefined) continue;
      for (const death of deaths.get(entityKey(revived)) ?? []) revivals.set(death, id);
      deaths.delete(entityKey(revived));
    }
  return revivals;
}
