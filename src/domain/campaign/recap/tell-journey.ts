import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import { weave } from './deed/weave.ts';
import type { Measure } from './measure.ts';
import { type Passage, passage } from './passage.ts';
import { excerpt, quoted } from './quoted.ts';
import type { RecapLength } from './recap.ts';
import type { Scribe } from './scribe.ts';
import { dateLead, dateOf } from './tell-date.ts';
import { tellDeed } from './tell-deed.ts';
import { baseWeight } from './weigh.ts';
import { capitalized, joinedSome, named } from './wording.ts';

const ARRIVAL_WEIGHT = 6;
const MOST_STOPS = 4;

interface Route {
  readonly from: string | null;
  readonly stops: readonly string[];
}

/** Moves in a row are one way; what is said of it is what was said on arriving. */
export function tellJourney(events: readonly CampaignEvent[], length: RecapLength): readonly Passage[] {
  const ways = length === 'detailed' ? toldWays(events) : [events];
  return ways.map((way) => {
    const weight = Math.max(...way.map(baseWeight)) + ARRIVAL_WEIGHT;
    return passage(way, weight, (scribe, measure) => tellWay(way, scribe, measure), { opensScene: true });
  });
}

/** Where there is room, each move that somebody told of is told. */
function toldWays(events: readonly CampaignEvent[]): readonly (readonly CampaignEvent[])[] {
  const ways: CampaignEvent[][] = [[]];
  for (const event of events) {
    ways.at(-1)?.push(event);
    if (event.narration !== null || isWorthTelling(event)) ways.push([]);
  }
  return ways.filter((way) => way.length > 0);
}

/** "We leave" says no more than that the party went. */
const isWorthTelling = ({ isTurn, description }: CampaignEvent): boolean =>
  isTurn && weave(description) !== undefined;

function tellWay(events: readonly CampaignEvent[], scribe: Scribe, measure: Measure): string {
  const { from, stops } = routeOf(events);
  const to = stops.at(-1) ?? '';
  const last = events.at(-1);
  const start = from !== null && scribe.comesTo(from) ? ` from ${named(from)}` : '';
  const isDeedTold = measure.length === 'detailed' && last !== undefined && isWorthTelling(last);
  const deed = isDeedTold ? `${capitalized(tellDeed(last, measure.deed, scribe))} ` : '';
  const isBack = stops.length > 1 && from !== null && entityKey(from) === entityKey(to);
  scribe.comesTo(to);
  scribe.speaker = null;
  const verb = scribe.vary(['goes', 'makes its way', 'moves on'], events[0]?.id ?? '');
  const way = `the party ${verb}${start} ${isBack ? 'and comes back ' : ''}to ${named(to)}${via(stops.slice(0, -1))}`;
  return `${deed}${capitalized(`${tellDate(events, scribe, measure)}${way}.`)}${arrival(last, measure)}`;
}

const via = (stops: readonly string[]): string =>
  stops.length === 0 ? '' : ` by way of ${joinedSome(stops.map(named), MOST_STOPS)}`;

function arrival(last: CampaignEvent | undefined, { length, outcome }: Measure): string {
  const words = length === 'brief' || outcome === 0 ? '' : excerpt(last?.narration ?? '', outcome);
  return words === '' ? '' : ` ${quoted(words)}`;
}

function routeOf(events: readonly CampaignEvent[]): Route {
  const moves = events.flatMap(({ effects }) =>
    effects.flatMap((each) => (each.kind === 'moved' ? [each] : [])),
  );
  return { from: moves[0]?.from ?? null, stops: moves.map(({ to }) => to) };
}

/** When it is news, and short enough to be said in passing. */
function tellDate(events: readonly CampaignEvent[], scribe: Scribe, { length }: Measure): string {
  const date = events.map(dateOf).findLast((each) => each !== null) ?? null;
  if (date === null || date === scribe.date) return '';
  scribe.date = date;
  return length === 'brief' ? '' : dateLead(date);
}
