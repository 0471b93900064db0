import type { CampaignEvent, Effect, RolledDice } from '../event.ts';
import { entityKey } from '../name-key.ts';
import { shortName } from './render-recap.ts';

const D20 = /(?<![\d.])[12]?d20(?!\d)/i;

function naturalOf({ notation, detail }: RolledDice): 20 | 1 | undefined {
  if (!D20.test(notation)) return undefined;
  const faces = (/d20[^[\]]*\[([^\]]*)\]/i.exec(detail) ?? /\[([^\]]*)\]/.exec(detail))?.[1];
  const kept = (faces ?? '').split(',').filter((face) => !face.includes('~'));
  const shown = keptFace(notation, kept.map(faceOf));
  return shown === 20 || shown === 1 ? shown : undefined;
}

/** `1→20!` was a 1 before its reroll, and exploded. */
const faceOf = (face: string): number => Number.parseInt(face.split('→').at(-1) ?? '', 10);

function keptFace(notation: string, faces: readonly number[]): number | undefined {
  if (faces.length === 1) return faces[0];
  if (/d20\s*(?:kh|dl)/i.test(notation)) return Math.max(...faces);
  return /d20\s*(?:kl|dh)/i.test(notation) ? Math.min(...faces) : undefined;
}

/** The decisive roll: a natural 20 or 1, else the first roll with a label if `hasLabeled`. */
export function rollLine(rolls: readonly RolledDice[], hasLabeled: boolean): string | null {
  const roll =
    rolls.find((each) => naturalOf(each) !== undefined) ??
    (hasLabeled ? rolls.find(({ label }) => label !== null) : undefined);
  if (roll === undefined) return null;
  const natural = naturalOf(roll);
  const result = natural === undefined ? `${roll.total}` : `natural ${natural}`;
  return roll.label === null ? result : `${shortName(roll.label)}: ${result}`;
}

const hasNatural = (rolls: readonly RolledDice[]) => rolls.some((roll) => naturalOf(roll) !== undefined);

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

const isDeathOrRevival = (effect: Effect): boolean =>
  killedBy(effect) !== undefined || (effect.kind === 'condition' && effect.removed.some(isDead));

/** The id of the reviving event, by the effect that was the death. A recap that shows only the death must mention it. */
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

const DEATH_WEIGHT = 100;
const MAX_IMPORTANCE = 5;
const QUEST: Readonly<Record<string, number>> = { completed: 45, failed: 45, abandoned: 30, active: 25 };

/** A death or a revival is as important as anything, whatever importance its event was given. */
export const importanceOf = ({ importance, effects }: CampaignEvent): number =>
  effects.some(isDeathOrRevival) ? MAX_IMPORTANCE : importance;

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
  if (effect.kind === 'quest') return QUEST[effect.status ?? ''] ?? 8;
  if (effect.kind === 'thread') return effect.status === 'resolved' ? 25 : 12;
  if (effect.kind === 'hit_points') return effect.to === 0 ? 20 : 3;
  return effect.kind === 'npc' || effect.kind === 'moved' ? 8 : 2;
}
