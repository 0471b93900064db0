import type { CampaignEvent, RolledDice } from '../event.ts';
import { decisiveRoll, naturalOf } from './decisive-roll.ts';
import type { Measure } from './measure.ts';
import { endsQuoted, excerpt, quoted } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { tellDeed } from './tell-deed.ts';
import { capitalized, named } from './wording.ts';

const LEADS = ['And so', 'And then', 'With that', 'What follows'];
/** Where nobody said what was done, at least this much of what came of it. */
const LEAST_OUTCOME = 160;

/** What was done and what came of it, in the words of those who said so; '' where there are none.
 *  Not yet capitalized. */
export function tellWords(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  if (measure.length === 'brief') return shortestWords(event, scribe, measure);
  const told = tellDeed(event, measure.deed, scribe);
  const cap = told === '' ? Math.max(LEAST_OUTCOME, measure.outcome) : measure.outcome;
  const outcome = cap === 0 ? '' : excerpt(event.narration ?? '', cap);
  const roll = rollTold(event, scribe, measure);
  if (outcome === '') return roll === '' ? told : `${told} ${roll}.`.trim();
  if (told === '' && roll === '') return quoted(outcome);
  if (roll !== '') return `${told} ${roll}: ${quoted(outcome)}`.trim();
  const lead = endsQuoted(told) ? `${scribe.vary(LEADS, event.id)}: ` : '';
  return `${told} ${lead}${quoted(outcome)}`;
}

/** In few words the deed, for it says who; else the first that needs no cut. */
function shortestWords(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  const { title, description, narration } = event;
  const cap = measure.outcome;
  const isWhole = (words: string) => words !== '' && !excerpt(words, cap).endsWith('…');
  const other = [narration ?? '', title ?? ''].find(isWhole);
  if (!isWhole(description) && other !== undefined) return quoted(excerpt(other, cap));
  const roll = rollTold(event, scribe, measure);
  const told = tellDeed(event, cap, scribe);
  return roll === '' || told === '' ? told : `${told} ${roll}.`;
}

function rollTold({ id, rolls }: CampaignEvent, scribe: Scribe, { tellsLabelledDice }: Measure): string {
  const roll = decisiveRoll(rolls);
  if (roll === undefined) return '';
  const natural = naturalOf(roll);
  if (natural !== undefined)
    return `${scribe.vary(['The die shows', 'It is'], id)} a natural ${natural}${forLabel(roll)}`;
  if (!tellsLabelledDice) return '';
  const label = capitalized(named(roll.label ?? 'the roll'));
  return scribe.vary(['says', 'comes'], id) === 'says'
    ? `The dice say ${roll.total}${forLabel(roll)}`
    : `${label} comes to ${roll.total}`;
}

const forLabel = ({ label }: RolledDice): string => (label === null ? '' : ` for ${named(label)}`);
