import type { CampaignEvent } from '../event.ts';
import { hasNatural } from './decisive-roll.ts';
import { tollOf } from './fight-toll.ts';
import type { Measure } from './measure.ts';
import { type Passage, passage } from './passage.ts';
import type { RecapLength } from './recap.ts';
import type { Scribe } from './scribe.ts';
import { deadIn } from './tell-death.ts';
import { tellChanges } from './tell-effects.ts';
import { tellFightBriefly, tellToll } from './tell-toll.ts';
import { tellWords } from './tell-words.ts';
import { turningPoints } from './turning-points.ts';
import { baseWeight, DEATH_WEIGHT, MOST_IMPORTANT, wordsWeight } from './weigh.ts';
import { capitalized, named } from './wording.ts';

const SPOILS = new Set(['item', 'funds', 'npc']);
const IMPORTANT = 4;
/** Of a turn that brought nothing of weight; in few words a fight that cost something is more than that. */
const ORDINARY = 3;
/** A fight that hurt nobody weighs this much less. */
const HARMLESS = 25;
/** Turns of a fight that are told apart from its outcome. */
const MOST_HIGHLIGHTS: Readonly<Record<RecapLength, number>> = {
  brief: 0,
  standard: 3,
  detailed: Number.POSITIVE_INFINITY,
};

/** How it began, its turns and its dead in their order, and last what it cost. */
export function tellFight(
  events: readonly CampaignEvent[],
  length: RecapLength,
  isGoingOn: boolean,
): readonly Passage[] {
  const [first] = events;
  if (first === undefined) return [];
  const weight = Math.max(...events.map(baseWeight)) + 10;
  const outcome = weight - (tollOf(events).length > 0 ? 0 : HARMLESS);
  if (length === 'brief') return tellShortFight(events, outcome, isGoingOn);
  const begins = deadIn(first).length > 0 ? [] : [outbreak(first, weight - 1)];
  const highlights = highlightsOf(events, length);
  const middle = events.flatMap((event) => [
    ...(highlights.has(event) ? [highlight(event)] : []),
    ...turningPoints(event, length),
    ...(highlights.has(event) ? [] : [spoils(event)]),
  ]);
  return [...begins, ...middle, passage(events, outcome, (scribe) => tellToll(events, scribe, isGoingOn))];
}

/** All in one sentence, the dead included; what came of its last turn comes after it. */
function tellShortFight(
  events: readonly CampaignEvent[],
  weight: number,
  isGoingOn: boolean,
): readonly Passage[] {
  const isDeadly = events.some((event) => deadIn(event).length > 0);
  const pointsOf = (some: readonly CampaignEvent[]) =>
    some.flatMap((event) => turningPoints(event, 'brief', { tellsDeaths: false }));
  const most = Math.max(...events.map((event) => event.importance));
  const isCostly = most >= ORDINARY && tollOf(events).length > 0;
  const importance = Math.max(most, isDeadly ? MOST_IMPORTANT : isCostly ? IMPORTANT : 0);
  const whole = passage(
    events,
    weight + (isDeadly ? DEATH_WEIGHT : 0),
    (scribe) => tellFightBriefly(events, scribe, isGoingOn),
    { importance },
  );
  return [...pointsOf(events.slice(0, -1)), whole, ...pointsOf(events.slice(-1))];
}

const outbreak = (first: CampaignEvent, weight: number): Passage =>
  passage(
    [first],
    weight,
    (scribe, measure) => {
      const place = scribe.comesTo(first.location) ? ` at ${named(first.location ?? '')}` : '';
      scribe.fight = first.id;
      const begins = `${scribe.vary(['A fight breaks out', 'It comes to a fight'], first.id)}${place}.`;
      const words = capitalized(tellWords(first, scribe, measure));
      // What somebody does comes before what comes of it; what only happens is the fight itself.
      return (first.isTurn ? [words, begins] : [begins, words]).join(' ').trim();
    },
    { opensScene: true },
  );

const highlight = (event: CampaignEvent): Passage =>
  passage([event], wordsWeight(event), (scribe, measure) => {
    const words = capitalized(tellWords(event, scribe, measure));
    return `${words} ${tellSpoils(event, scribe, measure)}`.trim();
  });

function highlightsOf(events: readonly CampaignEvent[], length: RecapLength): ReadonlySet<CampaignEvent> {
  const isWorthIt = (event: CampaignEvent) =>
    length === 'detailed' || hasNatural(event.rolls) || event.importance >= IMPORTANT;
  const worth = events.slice(1).filter((event) => deadIn(event).length === 0 && isWorthIt(event));
  return new Set(worth.sort((a, b) => wordsWeight(b) - wordsWeight(a)).slice(0, MOST_HIGHLIGHTS[length]));
}

const spoils = (event: CampaignEvent): Passage =>
  passage([event], baseWeight(event) - 5, (scribe, measure) => tellSpoils(event, scribe, measure));

function tellSpoils(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  const gained = event.effects.filter(({ kind }) => SPOILS.has(kind));
  return tellChanges(event, gained, scribe, measure);
}
