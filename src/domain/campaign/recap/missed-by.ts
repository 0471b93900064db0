import type { CampaignEvent } from '../event.ts';
import { nameKey } from './facts-for.ts';

/** Everyone an event names: who acted, who was there, whom it changed. */
export const namedIn = ({ actor, characters, effects }: CampaignEvent): readonly string[] => [
  ...(actor === null ? [] : [actor]),
  ...characters,
  ...effects.flatMap((effect) => ('who' in effect ? [effect.who] : [])),
];

/** The events a character neither acted in nor is named in. */
export function missedBy(events: readonly CampaignEvent[], character: string): readonly CampaignEvent[] {
  const key = nameKey(character);
  return events.filter((event) => !namedIn(event).some((name) => nameKey(name) === key));
}
