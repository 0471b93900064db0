import type { CampaignEvent } from '../event.ts';
import { hasNatural } from './decisive-roll.ts';
import { type Measure, type Passage, passage } from './passage.ts';
import { deadIn } from './tell-death.ts';
import { tellChanges } from './tell-effects.ts';
import { tellToll } from './tell-toll.ts';
import { tellWords } from './tell-words.ts';
import { turningPoints } from './turning-points.ts';
import { baseWeight } from './weigh.ts';
import { capitalized, named, pick } from './wording.ts';

const SPOILS = new Set(['item', 'funds', 'npc']);
const IMPORTANT = 4;

/** How it began, its high points and its dead, and last what it cost. */
export function tellFight(
  events: readonly CampaignEvent[],
  measure: Measure,
  isGoingOn: boolean,
): readonly Passage[] {
  const [first] = events;
  if (first === undefined) return [];
  const weight = Math.max(...events.map(baseWeight)) + 10;
  const highlights = highlightsOf(events, measure);
  const middle = events.flatMap((event) => [
    ...(highlights.has(event) ? [wordsOf(event, measure)] : []),
    ...turningPoints(event, measure),
    spoilsOf(event, measure),
  ]);
  const isBrief = measure.length === 'brief';
  const toll = passage(events, weight, (scribe) => tellToll(events, scribe, isGoingOn, isBrief));
  if (isBrief) return [toll, ...middle];
  const begins = deadIn(first).length > 0 ? [] : [outbreak(first, weight - 1, measure)];
  return [...begins, ...middle, toll];
}

const outbreak = (first: CampaignEvent, weight: number, measure: Measure): Passage =>
  passage(
    [first],
    weight,
    (scribe) => {
      const place = scribe.comesTo(first.location) ? ` at ${named(first.location ?? '')}` : '';
      scribe.fight = first.id;
      const says = `${pick(['a fight broke out', 'it came to a fight'], first.id)}${place}.`;
      return `${capitalized(says)} ${capitalized(tellWords(first, scribe, measure))}`.trim();
    },
    { opensParagraph: true },
  );

const wordsOf = (event: CampaignEvent, measure: Measure): Passage =>
  passage([event], baseWeight(event), (scribe) => capitalized(tellWords(event, scribe, measure)));

function highlightsOf(events: readonly CampaignEvent[], { highlights }: Measure): ReadonlySet<CampaignEvent> {
  const isWorthIt = (event: CampaignEvent) =>
    deadIn(event).length === 0 && (hasNatural(event.rolls) || event.importance >= IMPORTANT);
  const worth = events.slice(1).filter(isWorthIt);
  return new Set(worth.sort((a, b) => baseWeight(b) - baseWeight(a)).slice(0, highlights));
}

const spoilsOf = (event: CampaignEvent, measure: Measure): Passage =>
  passage([event], baseWeight(event) - 5, (scribe) =>
    tellChanges(
      event.effects.filter(({ kind }) => SPOILS.has(kind)),
      scribe,
      measure,
    ),
  );
