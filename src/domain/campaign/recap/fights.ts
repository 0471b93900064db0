import type { CampaignEvent, Effect } from '../event.ts';

type Events = readonly CampaignEvent[];

/** A fight continues through this many turns of something else, such as a conversation or a potion. */
const MAX_PAUSE = 2;

const hasEffect = (event: CampaignEvent, kind: Effect['kind']): boolean =>
  event.effects.some((effect) => effect.kind === kind);
const startsFight = ({ effects }: CampaignEvent): boolean =>
  effects.some((effect) => effect.kind === 'combat' && !effect.is_over);
const endsFight = ({ effects }: CampaignEvent): boolean =>
  effects.some((effect) => effect.kind === 'combat' && effect.is_over);
const isFighting = (event: CampaignEvent): boolean =>
  event.type === 'combat' || (hasEffect(event, 'combat') && !endsFight(event));

/** The events of each fight, from its first turn to its last. */
export function fightsIn(events: Events): readonly Events[] {
  const fights: Events[] = [];
  for (let at = 0; at < events.length; at++) {
    const first = events[at];
    if (first === undefined || !isFighting(first)) continue;
    const fight = events.slice(at, at + fightLength(events, at));
    fights.push(fight);
    at += fight.length - 1;
  }
  return fights;
}

function fightLength(events: Events, from: number): number {
  let last = from;
  for (let at = from; at < events.length && at - last <= MAX_PAUSE + 1; at++) {
    const event = events[at];
    if (event === undefined || (at > from && (startsFight(event) || hasEffect(event, 'moved')))) break;
    if (isFighting(event) || endsFight(event)) last = at;
    if (endsFight(event)) break;
  }
  return last - from + 1;
}
