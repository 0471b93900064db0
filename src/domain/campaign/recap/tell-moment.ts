import type { CampaignEvent, Effect } from '../event.ts';
import type { Measure } from './measure.ts';
import { type Passage, passage } from './passage.ts';
import type { RecapLength } from './recap.ts';
import type { Scribe } from './scribe.ts';
import { dateOf } from './tell-date.ts';
import { deadIn } from './tell-death.ts';
import { tellChanges } from './tell-effects.ts';
import { tellWords } from './tell-words.ts';
import { turningPoints } from './turning-points.ts';
import { isTurning, wordsWeight } from './weigh.ts';
import { capitalized, named, pick } from './wording.ts';

/** In few words, what changed says more than what was said. */
const BRIEF_PENALTY = 12;
const HOUSEKEEPING = 2;

/** The words of one event and its small changes, then what is a sentence of its own. */
export function tellMoment(event: CampaignEvent, length: RecapLength): readonly Passage[] {
  const points = turningPoints(event, length);
  if (event.type === 'session' && event.importance <= HOUSEKEEPING) return points;
  const small = event.effects.filter((effect) => !isTurning(effect));
  const weight = wordsWeight(event) - (length === 'brief' ? BRIEF_PENALTY : 0);
  return [passage([event], weight, (scribe, measure) => tellAll(event, small, scribe, measure)), ...points];
}

function tellAll(event: CampaignEvent, small: readonly Effect[], scribe: Scribe, measure: Measure): string {
  const time = tellTime(event, scribe, measure);
  const words = deadIn(event).length > 0 ? '' : tellPlaced(event, scribe, measure);
  for (const effect of small) if (effect.kind === 'moved') scribe.comesTo(effect.to);
  const changes = tellChanges(event, small, scribe, measure);
  return words === '' && changes === '' ? '' : `${time}${`${capitalized(words)} ${changes}`.trim()}`;
}

function tellPlaced(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  const place = tellPlace(event, scribe, measure);
  const words = tellWords(event, scribe, measure);
  return words === '' ? '' : `${place}${words}`;
}

/** Where nobody told how the party got there. */
function tellPlace(event: CampaignEvent, scribe: Scribe, { length }: Measure): string {
  const { location, effects, visibility } = event;
  const isTold = effects.some(({ kind }) => kind === 'moved') || visibility !== 'public';
  if (isTold || length === 'brief' || !scribe.comesTo(location)) return '';
  return `at ${named(location ?? '')}, `;
}

/** Only where the event itself moved the time: a date on every event would be a refrain. */
function tellTime(event: CampaignEvent, scribe: Scribe, { length }: Measure): string {
  const date = dateOf(event);
  const isNews = event.effects.some(({ kind }) => kind === 'time') && date !== scribe.date;
  if (!isNews || date === null || length === 'brief') return '';
  scribe.date = date;
  return `${pick(['It is now', 'By now it is'], event.id)} ${named(date)}. `;
}
