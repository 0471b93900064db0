import type { Entity } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import { type Audience, maySee } from '../visible.ts';
import { alongWith } from './along-with.ts';
import { isInLineUp } from './line-up.ts';
import type { RecapFacts } from './recap.ts';
import { strandsOf } from './strands.ts';

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
function fightsIn(events: Events): readonly Events[] {
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

/** Everyone an event names: who acted, who was there, whom it changed. */
export const namedIn = ({ actor, characters, effects }: CampaignEvent): readonly string[] => [
  ...(actor === null ? [] : [actor]),
  ...characters,
  ...effects.flatMap((effect) => ('who' in effect ? [effect.who] : [])),
];

/** The events a character had no part in, as far as the audience can tell: who was in a fight saw all of it, and who
 *  was with the party what befell all of it. */
export function missedBy(facts: RecapFacts, character: string, audience: Audience): RecapFacts {
  const { name } = facts.entities.find(isCharacter(character)) ?? { name: character };
  const isNamed = (event: CampaignEvent) =>
    namedIn(event).some((each) => entityKey(each) === entityKey(name));
  const seen = facts.events
    .filter((event) => maySee(audience, event))
    .map((event) => ({ ...event, effects: event.effects.filter((effect) => maySee(audience, effect)) }));
  const present = [...seen.filter(isNamed), ...seen.filter(isFoughtBy(name, facts))];
  const was = new Set(present.map(({ id }) => id));
  for (const events of fightsIn(strandsOf(seen).open))
    if (events.some(({ id }) => was.has(id))) for (const { id } of events) was.add(id);
  for (const { id } of alongWith(seen, (event) => was.has(event.id))) was.add(id);
  return { ...facts, events: facts.events.filter(({ id }) => !was.has(id)) };
}

function isFoughtBy(name: string, { lineUps = [], events, campaign }: RecapFacts) {
  const isUpToNow = events.at(-1)?.turn === campaign.turn;
  const now = isUpToNow ? campaign.state.initiative.map((each) => each.name) : [];
  return (event: CampaignEvent): boolean =>
    event.visibility === 'public' && isInLineUp(event, name, lineUps, now);
}

/** A caller may know a character by id or by name. */
export const isCharacter =
  (character: string) =>
  ({ id, kind, name }: Entity): boolean =>
    kind === 'character' && (id === character || entityKey(name) === entityKey(character));
