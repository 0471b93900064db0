import type { CampaignEvent } from '../event.ts';
import { type Toll, tollOf } from './fight-toll.ts';
import type { Scribe } from './scribe.ts';
import { deadIn } from './tell-death.ts';
import { joined, joinedSome, named } from './wording.ts';

const MOST_NAMED = 4;
const MOST_CONDITIONS = 3;

/** What a fight cost those who live, in one sentence. */
export function tellToll(events: readonly CampaignEvent[], scribe: Scribe, isGoingOn: boolean): string {
  scribe.speaker = null;
  const head = fightName(events, scribe, isGoingOn);
  const { dear, light } = tollIn(events);
  if (dear.length > 0) return `${head} ${tellDear(dear, light, scribe, isGoingOn)}.`;
  if (light.length > 0) return `${head} ${tellLight(light, scribe, isGoingOn)}.`;
  const turns = events.filter(({ isTurn }) => isTurn).length;
  const count = turns > 1 ? `${turns} turns` : 'a single turn';
  return isGoingOn ? `${head} has gone on for ${count}.` : `${head} is over after ${count}.`;
}

/** The dead as well. */
export function tellFightBriefly(
  events: readonly CampaignEvent[],
  scribe: Scribe,
  isGoingOn: boolean,
): string {
  const dead = [...new Set(events.flatMap(deadIn))];
  if (dead.length === 0) return tellToll(events, scribe, isGoingOn);
  scribe.speaker = null;
  const head = fightName(events, scribe, isGoingOn);
  for (const who of dead) scribe.person(who);
  const kills = `${isGoingOn ? 'has killed' : 'kills'} ${joinedSome(dead.map(named), MOST_NAMED)}`;
  const { dear } = tollIn(events);
  return `${head} ${kills}${dear.length === 0 ? '' : ` and ${tellDear(dear, [], scribe, isGoingOn)}`}.`;
}

function tollIn(events: readonly CampaignEvent[]): {
  readonly dear: readonly Toll[];
  readonly light: readonly Toll[];
} {
  const toll = tollOf(events).slice(0, MOST_NAMED);
  return { dear: toll.filter(({ isDear }) => isDear), light: toll.filter(({ isDear }) => !isDear) };
}

function fightName(events: readonly CampaignEvent[], scribe: Scribe, isGoingOn: boolean): string {
  const place = events.find(({ location }) => location !== null)?.location ?? null;
  const where = scribe.comesTo(place) ? ` at ${named(place ?? '')}` : '';
  const isKnown = where !== '' || scribe.fight === events[0]?.id;
  return `${isKnown ? 'The' : 'A'} fight${where}${isGoingOn ? ', not yet over,' : ''}`;
}

function tellDear(dear: readonly Toll[], light: readonly Toll[], scribe: Scribe, isGoingOn: boolean): string {
  const [only] = dear;
  const names = joined(dear.map(({ who }) => scribe.person(who)));
  const details =
    dear.length === 1 && only !== undefined
      ? downTo(only)
      : dear.map((each) => `${scribe.person(each.who)} ${downTo(each)}`).join('; ');
  const others = light.length === 0 ? '' : `; it ${tellLight(light, scribe, isGoingOn)}`;
  return `${isGoingOn ? 'has cost' : 'costs'} ${names} dearly: ${details}${others}`;
}

const tellLight = (light: readonly Toll[], scribe: Scribe, isGoingOn: boolean): string =>
  `${isGoingOn ? 'has left' : 'leaves'} ${joined(light.map((each) => leftWith(each, scribe)))}`;

function downTo({ lowest, last, max, conditions }: Toll): string {
  const back = last > lowest ? [`back at ${last}`] : [];
  return joined([`down to ${lowest} of ${max} hit points`, ...back, ...conditionWords(conditions)]);
}

function leftWith({ who, lowest, last, max, conditions }: Toll, scribe: Scribe): string {
  const points = lowest < max ? [`with ${last} of ${max} hit points`] : [];
  return `${scribe.person(who)} ${joined([...points, ...conditionWords(conditions)])}`;
}

const conditionWords = (conditions: readonly string[]): readonly string[] =>
  conditions.slice(0, MOST_CONDITIONS).map(named);
