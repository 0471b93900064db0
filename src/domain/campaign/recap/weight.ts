import type { CampaignEvent, Effect } from '../event.ts';
import { hasNatural } from './decisive-roll.ts';
import { isDeathOrRevival } from './resurrections.ts';

const DEATH_WEIGHT = 100;
const MAX_IMPORTANCE = 5;
const QUEST: Readonly<Record<string, number>> = { completed: 45, failed: 45, abandoned: 30, active: 25 };

/** A death or a revival is as important as anything, whatever importance its event was given. */
export const importanceOf = ({ importance, effects }: CampaignEvent): number =>
  effects.some(isDeathOrRevival) ? MAX_IMPORTANCE : importance;

/** Decides between events of the same importance. */
export function weightOf(event: CampaignEvent): number {
  const natural = hasNatural(event.rolls) ? 8 : 0;
  // The description of an added event is its narration.
  const narrated = event.narration === null && event.isTurn ? 0 : 3;
  const housekeeping = event.type === 'session' ? -25 : 0;
  const changes = Math.max(0, ...event.effects.map(effectWeight));
  return event.importance * 10 + natural + narrated + housekeeping + changes;
}

export function effectWeight(effect: Effect): number {
  if (isDeathOrRevival(effect)) return DEATH_WEIGHT;
  switch (effect.kind) {
    case 'quest':
      return QUEST[effect.status ?? ''] ?? 8;
    case 'thread':
      return effect.status === 'resolved' ? 25 : 12;
    case 'npc':
      return 8;
    case 'hit_points':
      return effect.to === 0 ? 20 : 3;
    case 'moved':
      return 8;
    default:
      return 2;
  }
}
