import type { CampaignEvent, RolledDice } from '../event.ts';
import { decisiveRoll, naturalOf } from './decisive-roll.ts';
import type { Measure } from './passage.ts';
import { excerpt, quoted } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { tellDeed } from './tell-deed.ts';
import { named } from './wording.ts';

const SPOKEN = new Set<CampaignEvent['type']>(['roleplay', 'social']);

/** What was done and what came of it, in the words of those who said so; '' where there are none. */
export function tellWords(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  if (measure.length === 'brief') return shortestWords(event, scribe, measure);
  const deed = excerpt(event.description, measure.deed);
  const outcome = excerpt(event.narration ?? '', measure.outcome);
  const roll = decisiveRoll(event.rolls);
  const told = deed === '' ? '' : tellDeed(event, deed, scribe);
  if (outcome === '')
    return roll === undefined ? told : `${told} ${rollWords(event.id, roll, scribe)}.`.trim();
  if (told === '') return quoted(outcome);
  const lead = roll === undefined ? outcomeLead(event, scribe) : rollWords(event.id, roll, scribe);
  return `${told} ${lead}: ${quoted(outcome)}`;
}

/** In few words the deed, for it says who; else the first that needs no cut. */
function shortestWords(event: CampaignEvent, scribe: Scribe, { outcome: cap }: Measure): string {
  const { title, description, narration } = event;
  const isWhole = (words: string) => words !== '' && !excerpt(words, cap).endsWith('…');
  const other = [narration ?? '', title ?? ''].find(isWhole);
  if (!isWhole(description) && other !== undefined) return quoted(excerpt(other, cap));
  if (description === '') return '';
  const roll = event.rolls.find((each) => naturalOf(each) !== undefined);
  const told = tellDeed(event, excerpt(description, cap), scribe);
  return roll === undefined ? told : `${told} ${rollWords(event.id, roll, scribe)}.`;
}

function outcomeLead({ id, type }: CampaignEvent, scribe: Scribe): string {
  const answer = SPOKEN.has(type) ? ['The answer', 'And then'] : ['And so'];
  return scribe.vary([...answer, 'What came of it', 'With that'], id);
}

function rollWords(id: string, roll: RolledDice, scribe: Scribe): string {
  const natural = naturalOf(roll);
  const label = roll.label === null ? '' : ` on ${named(roll.label)}`;
  if (natural === undefined)
    return `${scribe.vary(['The dice gave', 'It came to'], id)} ${roll.total}${label}`;
  return `${scribe.vary(['The die showed', 'It was'], id)} a natural ${natural}${label}`;
}
