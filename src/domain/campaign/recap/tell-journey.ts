import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import { type Measure, type Passage, passage } from './passage.ts';
import { excerpt, quoted } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { baseWeight } from './weigh.ts';
import { capitalized, joinedSome, named, pick } from './wording.ts';

const ARRIVAL_WEIGHT = 18;
const MOST_STOPS = 4;

interface Route {
  readonly from: string | null;
  readonly stops: readonly string[];
}

/** Moves in a row are one way; what is said of it is what was said on arriving. */
export function tellJourney(events: readonly CampaignEvent[], measure: Measure): readonly Passage[] {
  const ways = measure.length === 'detailed' ? narratedWays(events) : [events];
  return ways.map((way) => {
    const weight = Math.max(...way.map(baseWeight)) + ARRIVAL_WEIGHT;
    return passage(way, weight, (scribe) => tellWay(way, scribe, measure), { opensParagraph: true });
  });
}

/** Where there is room, each arrival that somebody told of is told. */
function narratedWays(events: readonly CampaignEvent[]): readonly (readonly CampaignEvent[])[] {
  const ways: CampaignEvent[][] = [[]];
  for (const event of events) {
    ways.at(-1)?.push(event);
    if (event.narration !== null) ways.push([]);
  }
  return ways.filter((way) => way.length > 0);
}

function tellWay(events: readonly CampaignEvent[], scribe: Scribe, measure: Measure): string {
  const { from, stops } = routeOf(events);
  const to = stops.at(-1) ?? '';
  const start = from !== null && scribe.comesTo(from) ? ` from ${named(from)}` : '';
  const isBack = stops.length > 1 && from !== null && entityKey(from) === entityKey(to);
  scribe.comesTo(to);
  scribe.speaker = null;
  const verb = pick(['went', 'made its way', 'moved on'], events[0]?.id ?? '');
  const way = `the party ${verb}${start} ${isBack ? 'and came back ' : ''}to ${named(to)}${via(stops.slice(0, -1))}`;
  return `${capitalized(`${tellDate(events, scribe, measure)}${way}`)}${arrival(events, measure)}`;
}

const via = (stops: readonly string[]): string =>
  stops.length === 0 ? '' : ` by way of ${joinedSome(stops.map(named), MOST_STOPS)}`;

function arrival(events: readonly CampaignEvent[], { length, outcome }: Measure): string {
  const words = events.at(-1)?.narration ?? null;
  return words === null || length === 'brief' ? '.' : `. ${quoted(excerpt(words, outcome))}`;
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
  return length === 'brief' ? '' : `on ${named(date)}, `;
}

export function dateOf({ effects, inGameDate }: CampaignEvent): string | null {
  const time = effects.findLast((effect) => effect.kind === 'time');
  return time?.kind === 'time' ? time.to : inGameDate;
}
