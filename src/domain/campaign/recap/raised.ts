import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import { type Passage, passage } from './passage.ts';
import { isDead, killedBy } from './tell-death.ts';
import { baseWeight, DEATH_WEIGHT, MOST_IMPORTANT } from './weigh.ts';
import { capitalized, named } from './wording.ts';

/** Whom a change brought back from the dead. */
export const raisedBy = (effect: Effect): string | undefined =>
  effect.kind === 'condition' && effect.removed.some(isDead) ? effect.who : undefined;

/** An NPC that lives need not have been dead. */
const livesBy = (effect: Effect): string | undefined =>
  effect.kind === 'npc' && effect.status === 'alive' ? effect.who : raisedBy(effect);

interface Return {
  readonly who: string;
  readonly death: CampaignEvent;
  readonly raising: CampaignEvent;
}

/** In few words a death and the end of it are one sentence, so that neither is told without the other. */
export function withoutReturns(events: readonly CampaignEvent[]): {
  readonly events: readonly CampaignEvent[];
  readonly returns: readonly Passage[];
} {
  const dead = new Map<string, { readonly event: CampaignEvent; readonly effect: Effect }>();
  const settled = new Set<Effect>();
  const returns: Return[] = [];
  for (const event of events)
    for (const effect of event.effects) {
      const killed = killedBy(effect);
      if (killed !== undefined) dead.set(entityKey(killed), { event, effect });
      const who = livesBy(effect);
      const death = who === undefined ? undefined : dead.get(entityKey(who));
      if (who === undefined || death === undefined) continue;
      dead.delete(entityKey(who));
      settled.add(death.effect).add(effect);
      returns.push({ who, death: death.event, raising: event });
    }
  return {
    events: events.map((event) => ({
      ...event,
      effects: event.effects.filter((each) => !settled.has(each)),
    })),
    returns: returns.map(tellReturn),
  };
}

const tellReturn = ({ who, death, raising }: Return): Passage =>
  passage(
    [...new Set([death, raising])],
    baseWeight(death) + DEATH_WEIGHT,
    (scribe) => {
      scribe.person(who);
      scribe.speaker = null;
      return `${capitalized(named(who))} dies, and is brought back to life.`;
    },
    { importance: MOST_IMPORTANT },
  );
