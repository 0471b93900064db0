import type { CampaignEvent } from '../event.ts';
import { type Toll, tollOf } from './fight-toll.ts';
import type { Scribe } from './scribe.ts';
import { joined, named } from './wording.ts';

const MOST_NAMED = 4;
const MOST_CONDITIONS = 3;

/** A fight in one sentence: where it was, and what it cost. */
export function tellToll(
  events: readonly CampaignEvent[],
  scribe: Scribe,
  isGoingOn: boolean,
  isBrief: boolean,
): string {
  scribe.speaker = null;
  const head = fightName(events, scribe, isGoingOn);
  const toll = tollOf(events).slice(0, MOST_NAMED);
  const dear = toll.filter(({ isDear }) => isDear);
  const light = toll.filter(({ isDear }) => !isDear);
  if (dear.length > 0) return `${tellDear(head, dear, isBrief ? [] : light, scribe)}.`;
  if (light.length > 0) return `${head} left ${joined(light.map((each) => leftWith(each, scribe)))}.`;
  const turns = events.filter(({ isTurn }) => isTurn).length;
  return `${head} took ${turns > 1 ? `${turns} turns` : 'a single turn'}.`;
}

function fightName(events: readonly CampaignEvent[], scribe: Scribe, isGoingOn: boolean): string {
  const place = events.find(({ location }) => location !== null)?.location ?? null;
  const where = scribe.comesTo(place) ? ` at ${named(place ?? '')}` : '';
  const isKnown = where !== '' || scribe.fight === events[0]?.id;
  return `${isKnown ? 'The' : 'A'} fight${where}${isGoingOn ? ', not yet over,' : ''}`;
}

function tellDear(head: string, dear: readonly Toll[], light: readonly Toll[], scribe: Scribe): string {
  const [only] = dear;
  const names = joined(dear.map(({ who }) => scribe.person(who)));
  const details =
    dear.length === 1 && only !== undefined
      ? downTo(only)
      : dear.map((each) => `${scribe.person(each.who)} ${downTo(each)}`).join('; ');
  const others = light.length === 0 ? '' : `; it left ${joined(light.map((each) => leftWith(each, scribe)))}`;
  return `${head} cost ${names} dearly: ${details}${others}`;
}

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
