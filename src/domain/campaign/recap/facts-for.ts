import type { Entity, EntityKind } from '../entity.ts';
import { type Audience, isKind, lensFor } from '../visible.ts';
import type { RecapFacts } from './recap.ts';

/** The facts as if nothing else existed: whatever is made of them cannot betray what was taken out. */
export function factsFor(facts: RecapFacts, audience: Audience): RecapFacts {
  const present = facts.entities.filter(({ isRemoved }) => !isRemoved);
  const lens = lensFor(audience, present);
  return {
    ...facts,
    campaign: { ...facts.campaign, state: lens.state(facts.campaign.state) },
    entities: present.flatMap((entity) => lens.entity(entity) ?? []),
    events: facts.events.flatMap((event) => lens.event(event) ?? []),
  };
}

export const ofKind = <Kind extends EntityKind>(
  entities: readonly Entity[],
  kind: Kind,
): readonly Entity<Kind>[] => entities.filter(isKind(kind));
