import type { CampaignEvent, Effect } from '../event.ts';
import { baseWeight } from './weigh.ts';

/** Events that are told together. */
export interface Beat {
  readonly kind: 'fight' | 'journey' | 'moment';
  readonly events: readonly CampaignEvent[];
}

/** A fight goes on through this many turns of something else: a word, a potion. */
const LULL = 2;
const PASSING = new Set<Effect['kind']>(['moved', 'time', 'flag']);

const hasEffect = (event: CampaignEvent, kind: Effect['kind']): boolean =>
  event.effects.some((effect) => effect.kind === kind);
const startsFight = ({ effects }: CampaignEvent): boolean =>
  effects.some((effect) => effect.kind === 'combat' && !effect.is_over);
export const endsFight = ({ effects }: CampaignEvent): boolean =>
  effects.some((effect) => effect.kind === 'combat' && effect.is_over);
const isFighting = (event: CampaignEvent): boolean =>
  event.type === 'combat' || (hasEffect(event, 'combat') && !endsFight(event));

const isPassing = (event: CampaignEvent): boolean =>
  hasEffect(event, 'moved') &&
  event.effects.every(({ kind }) => PASSING.has(kind)) &&
  baseWeight(event) < PASSING_WEIGHT;
const PASSING_WEIGHT = 45;

export function beatsOf(events: readonly CampaignEvent[]): readonly Beat[] {
  const beats: Beat[] = [];
  for (let at = 0; at < events.length; ) {
    const beat = beatAt(events, at);
    beats.push(beat);
    at += beat.events.length;
  }
  return beats;
}

function beatAt(events: readonly CampaignEvent[], at: number): Beat {
  const take = (count: number) => events.slice(at, at + count);
  const first = events[at];
  if (first !== undefined && isFighting(first))
    return { kind: 'fight', events: take(fightLength(events, at)) };
  const moves = passingFrom(events, at);
  return moves > 0 ? { kind: 'journey', events: take(moves) } : { kind: 'moment', events: take(1) };
}

function passingFrom(events: readonly CampaignEvent[], from: number): number {
  let at = from;
  for (let event = events[at]; event !== undefined && isPassing(event); event = events[at]) at++;
  return at - from;
}

function fightLength(events: readonly CampaignEvent[], from: number): number {
  let last = from;
  for (let at = from; at < events.length && at - last <= LULL + 1; at++) {
    const event = events[at];
    if (event === undefined || (at > from && (startsFight(event) || hasEffect(event, 'moved')))) break;
    if (isFighting(event) || endsFight(event)) last = at;
    if (endsFight(event)) break;
  }
  return last - from + 1;
}
