import type { CampaignEvent, Effect } from '../event.ts';
import type { Measure } from './measure.ts';
import type { Scribe } from './scribe.ts';
import { tellWords } from './tell-words.ts';
import { capitalized, joinedSome, named } from './wording.ts';

const MOST_NAMED = 5;

/** The condition of the dead. */
export const isDead = (condition: string): boolean => /^dead$/i.test(condition.trim());

/** Whom a change killed. */
export const killedBy = (effect: Effect): string | undefined =>
  effect.kind === 'death' || (effect.kind === 'npc' && effect.status === 'dead') ? effect.who : undefined;

/** The people an event killed. */
export const deadIn = ({ effects }: CampaignEvent): readonly string[] => [
  ...new Set(effects.flatMap((effect) => killedBy(effect) ?? [])),
];

/** By their full names, however often they were named before. */
export function tellDeath(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  const place = scribe.comesTo(event.location) ? `at ${named(event.location ?? '')}, ` : '';
  const words = measure.length === 'brief' ? '' : tellWords(event, scribe, measure);
  const dies = deathWords(event, scribe, words === '');
  return words === ''
    ? capitalized(`${place}${dies}`)
    : `${capitalized(`${place}${words}`)} ${capitalized(dies)}`;
}

function deathWords(event: CampaignEvent, scribe: Scribe, isAlone: boolean): string {
  const dead = deadIn(event);
  for (const who of dead) scribe.person(who);
  const names = joinedSome(dead.map(named), MOST_NAMED);
  const dies = dead.length === 1 ? 'dies' : 'die';
  const isPlain = isAlone || scribe.vary(['dies', 'ends'], event.id) === 'dies';
  return isPlain ? `${names} ${dies}.` : `that is the end of ${names}.`;
}
