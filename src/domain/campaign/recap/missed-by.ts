import type { Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import type { Audience } from '../visible.ts';
import { maySee } from '../visible.ts';
import type { RecapFacts } from './recap.ts';

/** Everyone an event names: who acted, who was there, whom it changed. */
export const namedIn = ({ actor, characters, effects }: CampaignEvent): readonly string[] => [
  ...(actor === null ? [] : [actor]),
  ...characters,
  ...effects.flatMap((effect) => ('who' in effect ? [effect.who] : [])),
];

/** The events a character neither acted in nor is named in, as far as the audience can tell. */
export function missedBy(facts: RecapFacts, character: string, audience: Audience): RecapFacts {
  const { name } = facts.entities.find(isCharacter(character)) ?? { name: character };
  const isNamed = (event: CampaignEvent) => {
    const effects = event.effects.filter((effect) => maySee(audience, effect));
    return namedIn({ ...event, effects }).some((each) => entityKey(each) === entityKey(name));
  };
  return { ...facts, events: facts.events.filter((event) => !isNamed(event)) };
}

/** A caller may know a character by id or by name. */
export const isCharacter =
  (character: string) =>
  ({ id, kind, name }: Entity): boolean =>
    kind === 'character' && (id === character || entityKey(name) === entityKey(character));
