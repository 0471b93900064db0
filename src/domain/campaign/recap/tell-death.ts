import type { CampaignEvent } from '../event.ts';
import { naturalOf } from './decisive-roll.ts';
import type { Measure } from './passage.ts';
import { excerpt, quoted } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { tellDeed } from './tell-deed.ts';
import { capitalized, joinedSome, named, pick } from './wording.ts';

const MOST_NAMED = 5;

/** The people an event killed. */
export function deadIn({ effects }: CampaignEvent): readonly string[] {
  const dead = effects.flatMap((effect) =>
    effect.kind === 'death' || (effect.kind === 'npc' && effect.status === 'dead') ? [effect.who] : [],
  );
  return [...new Set(dead)];
}

/** By their full names, however often they were named before. */
export function tellDeath(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  const deed = excerpt(event.description, measure.deed);
  const isDeedTold = deed !== '' && (measure.length === 'detailed' || event.narration === null);
  if (measure.length === 'brief' || deed === '') return `${deathWords(event, scribe)}.`;
  const told = isDeedTold ? `${capitalized(tellDeed(event, deed, scribe))} ` : '';
  const says = `${told}${deathWords(event, scribe)}`;
  return event.narration === null
    ? `${says}.`
    : `${says}: ${quoted(excerpt(event.narration, measure.outcome))}`;
}

function deathWords(event: CampaignEvent, scribe: Scribe): string {
  const dead = deadIn(event);
  for (const who of dead) scribe.person(who);
  const place = scribe.comesTo(event.location) ? ` at ${named(event.location ?? '')}` : '';
  const natural = event.rolls.map(naturalOf).find((face) => face !== undefined);
  const lead = natural === undefined ? pick(['', 'that was when '], event.id) : `on a natural ${natural}, `;
  return capitalized(`${lead}${joinedSome(dead.map(named), MOST_NAMED)} died${place}`);
}
