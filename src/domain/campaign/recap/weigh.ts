import type { CampaignEvent, Effect } from '../event.ts';
import { hasNatural } from './decisive-roll.ts';

export const DEATH_WEIGHT = 100;
/** Of a death, whoever thought how much of its event. */
export const MOST_IMPORTANT = 5;
const QUEST: Readonly<Record<string, number>> = { completed: 45, failed: 45, abandoned: 30, active: 25 };

/** How much an event asks to be told, before what it changed. */
export function baseWeight(event: CampaignEvent): number {
  const natural = hasNatural(event.rolls) ? 8 : 0;
  // What was added is its own narration.
  const narrated = event.narration === null && event.isTurn ? 0 : 3;
  const housekeeping = event.type === 'session' ? -25 : 0;
  return event.importance * 10 + natural + narrated + housekeeping;
}

/** What telling this change adds. */
export function effectWeight(effect: Effect): number {
  switch (effect.kind) {
    case 'death':
      return DEATH_WEIGHT;
    case 'quest':
      return QUEST[effect.status ?? ''] ?? 8;
    case 'thread':
      return effect.status === 'resolved' ? 25 : 12;
    case 'npc':
      return effect.status === 'dead' ? DEATH_WEIGHT : 8;
    case 'hit_points':
      return effect.to === 0 ? 20 : 3;
    case 'moved':
      return 8;
    default:
      return 2;
  }
}

const TURNING: ReadonlySet<Effect['kind']> = new Set(['death', 'quest', 'thread']);

/** Has a sentence of its own. */
export const isTurning = ({ kind }: Effect): boolean => TURNING.has(kind);

/** The words of an event weigh by all that it changed, though what is told apart weighs less here. */
export const wordsWeight = (event: CampaignEvent): number =>
  baseWeight(event) +
  Math.max(0, ...event.effects.map((effect) => effectWeight(effect) / (isTurning(effect) ? 2 : 1)));
