import type { CampaignEvent, Effect } from '../event.ts';
import { type Measure, type Passage, passage } from './passage.ts';
import type { Scribe } from './scribe.ts';
import { deadIn } from './tell-death.ts';
import { tellChanges } from './tell-effects.ts';
import { dateOf } from './tell-journey.ts';
import { tellWords } from './tell-words.ts';
import { turningPoints } from './turning-points.ts';
import { weightWith } from './weigh.ts';
import { capitalized, named, pick } from './wording.ts';

const TOLD_APART = new Set<Effect['kind']>(['death', 'quest', 'thread']);
/** In few words, what changed says more than what was said. */
const BRIEF_PENALTY = 12;
const HOUSEKEEPING = 2;

/** The words of one event and its small changes, then what is a sentence of its own. */
export function tellMoment(event: CampaignEvent, measure: Measure): readonly Passage[] {
  const points = turningPoints(event, measure);
  if (event.type === 'session' && event.importance <= HOUSEKEEPING) return points;
  const small = event.effects.filter((effect) => !TOLD_APART.has(effect.kind) && !isInWords(effect, event));
  const weight = weightWith(event, small) - (measure.length === 'brief' ? BRIEF_PENALTY : 0);
  return [passage([event], weight, (scribe) => tellAll(event, small, scribe, measure)), ...points];
}

/** What was learned is what the narrator just said. */
const isInWords = ({ kind }: Effect, { narration }: CampaignEvent): boolean =>
  kind === 'npc' && narration !== null;

function tellAll(event: CampaignEvent, small: readonly Effect[], scribe: Scribe, measure: Measure): string {
  const time = tellTime(event, scribe, measure);
  const isWordless = event.description === '' || deadIn(event).length > 0;
  const words = isWordless ? '' : tellPlace(event, scribe, measure) + tellWords(event, scribe, measure);
  for (const effect of small) if (effect.kind === 'moved') scribe.comesTo(effect.to);
  const changes = tellChanges(small, scribe, measure);
  return words === '' && changes === '' ? '' : `${time}${joinSentences(capitalized(words), changes)}`;
}

const joinSentences = (a: string, b: string): string => `${a} ${b}`.trim();

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
  return `${pick(['It was now', 'By then it was'], event.id)} ${named(date)}. `;
}
