import type { CampaignEvent, RolledDice } from '../event.ts';
import { decisiveRoll, naturalOf } from './decisive-roll.ts';
import type { Measure } from './passage.ts';
import { excerpt, quoted } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { capitalized, named, pick, possessive } from './wording.ts';

const FIRST_PERSON = /^(?:i|i['’](?:m|ll|ve|d)|we|we['’](?:re|ll|ve|d)|my|our|let me|let['’]s)\b/i;
const SPOKEN = new Set<CampaignEvent['type']>(['roleplay', 'social']);

/** What was done and what came of it, in the words of those who said so; '' where there are none. */
export function tellWords(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  if (measure.length === 'brief') return shortestWords(event, scribe, measure);
  const deed = excerpt(event.description, measure.deed);
  const outcome = excerpt(event.narration ?? '', measure.outcome);
  const roll = decisiveRoll(event.rolls);
  const told = deed === '' ? '' : tellDeed(event, deed, scribe);
  if (outcome === '')
    return [told, roll === undefined ? '' : `${rollWords(event.id, roll)}.`].join(' ').trim();
  if (told === '') return quoted(outcome);
  const lead = roll === undefined ? outcomeLead(event) : rollWords(event.id, roll);
  return `${told} ${lead}: ${quoted(outcome)}`;
}

function shortestWords(event: CampaignEvent, scribe: Scribe, { outcome }: Measure): string {
  const isWhole = (words: string) => words !== '' && !excerpt(words, outcome).endsWith('…');
  if (event.narration !== null && isWhole(event.narration)) return quoted(excerpt(event.narration, outcome));
  if (event.title !== null && !isWhole(event.description)) return quoted(excerpt(event.title, outcome));
  return event.description === '' ? '' : tellDeed(event, excerpt(event.description, outcome), scribe);
}

/** A turn is told by whoever took it; an event that was added is an account already. */
export function tellDeed(event: CampaignEvent, deed: string, scribe: Scribe): string {
  const { actor, isTurn } = event;
  if (actor === null || !isTurn || scribe.isNamedFirst(actor, deed)) {
    if (actor !== null) scribe.person(actor);
    scribe.speaker = null;
    return quoted(deed);
  }
  return `${deedLead(event.id, actor, deed, scribe)}: ${quoted(deed)}`;
}

function deedLead(id: string, actor: string, deed: string, scribe: Scribe): string {
  const isSame = scribe.speaker === actor;
  scribe.speaker = actor;
  if (isSame) return pick(['Then', 'And then', 'After that'], id);
  const name = scribe.person(actor);
  if (!FIRST_PERSON.test(deed))
    return capitalized(pick([`in ${possessive(name)} words`, `as ${name} put it`], id));
  return capitalized(pick([`${name} said`, `then ${name} said`, `${possessive(name)} words were`], id));
}

function outcomeLead({ id, type }: CampaignEvent): string {
  const answer = SPOKEN.has(type) ? ['The answer', 'And then'] : ['And so'];
  return pick([...answer, 'What came of it', 'With that'], id, 'outcome');
}

function rollWords(id: string, roll: RolledDice): string {
  const natural = naturalOf(roll);
  const label = roll.label === null ? '' : ` for ${named(roll.label)}`;
  if (natural === undefined) return `The dice gave ${roll.total}${label}`;
  return pick([`The die showed a natural ${natural}${label}`, `It was a natural ${natural}${label}`], id);
}
