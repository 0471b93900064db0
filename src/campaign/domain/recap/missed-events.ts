import type { Entity } from '../entity.ts';
import { type CampaignEvent, namedIn } from '../event.ts';
import { isSameName } from '../name-key.ts';
import { type Audience, maySee } from '../visibility.ts';
import { effectsOfKind, type InitiativeChange, type RecapFacts, splitByVisibility } from './recap.ts';

/** Events a character was present at without being named: moves of the party, and what happened to the whole party
 *  between two of their own events of the same session, unless it happened elsewhere. */
function presentWithParty(events: Events, isOwn: (event: CampaignEvent) => boolean): Events {
  const before = nearestOwn(events, isOwn);
  const after = nearestOwn(events.toReversed(), isOwn);
  return events.filter(
    (event) => concernsWholeParty(event) && isWithParty(event, before.get(event), after.get(event)),
  );
}

function nearestOwn(events: Events, isOwn: (event: CampaignEvent) => boolean) {
  const last = new Map<string | null, CampaignEvent>();
  return new Map(
    events.map((event) => {
      const nearest = last.get(event.sessionId);
      if (isOwn(event)) last.set(event.sessionId, event);
      return [event, nearest];
    }),
  );
}

function isWithParty(
  event: CampaignEvent,
  before: CampaignEvent | undefined,
  after: CampaignEvent | undefined,
): boolean {
  if (before !== undefined && after !== undefined) {
    const hasMoved = !isSamePlace(placeAfter(before), after.location);
    return hasMoved || isSamePlace(event.location, after.location);
  }
  const move = effectsOfKind([event], 'moved')[0];
  if (move === undefined) return false;
  return before === undefined
    ? after !== undefined && isSamePlace(move.to, after.location)
    : isSamePlace(move.from, placeAfter(before));
}

const concernsWholeParty = ({ visibility, actor, isTurn, characters, effects }: CampaignEvent): boolean =>
  visibility === 'public' &&
  (effects.some(({ kind, visibility: seen }) => kind === 'moved' && seen === 'public') ||
    (actor === null && (isTurn || characters.length === 0)));

const moveOf = (event: CampaignEvent) => effectsOfKind([event], 'moved').at(-1);
const placeAfter = (event: CampaignEvent): string | null => moveOf(event)?.to ?? event.location;

const isSamePlace = (a: string | null, b: string | null): boolean => a === b || isSameName(a, b);

/** Whether a character was in the fight that an event is part of. `now` is the initiative after the last event. */
function isInInitiative(
  { turn, isTurn, type }: CampaignEvent,
  name: string,
  initiativeChanges: readonly InitiativeChange[],
  now: readonly string[],
): boolean {
  const has = (names: readonly string[]) => names.some((each) => isSameName(each, name));
  const last = initiativeChanges.findLast((change) => change.turn <= turn);
  if (has(last === undefined ? (initiativeChanges[0]?.before ?? now) : last.after)) return true;
  // The turn that ends a fight is part of it; an event added after that turn may not be.
  const changed = initiativeChanges.filter((change) => change.turn === turn);
  return (isTurn || type === 'combat') && changed.some(({ before, after }) => has(before) || has(after));
}

type Events = readonly CampaignEvent[];

/** A fight continues through this many turns without combat, such as a conversation. */
const MAX_PAUSE = 2;

const startsFight = ({ effects }: CampaignEvent): boolean =>
  effects.some((effect) => effect.kind === 'combat' && !effect.is_over);
const endsFight = ({ effects }: CampaignEvent): boolean =>
  effects.some((effect) => effect.kind === 'combat' && effect.is_over);
const isFighting = (event: CampaignEvent): boolean =>
  event.type === 'combat' || (startsFight(event) && !endsFight(event));

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
    if (event === undefined || (at > from && (startsFight(event) || moveOf(event) !== undefined))) break;
    if (isFighting(event) || endsFight(event)) last = at;
    if (endsFight(event)) break;
  }
  return last - from + 1;
}

/** Removes the events that a character attended: all of a fight they were in, and what concerned the whole party. */
export function omitAttended(facts: RecapFacts, character: string, audience: Audience): RecapFacts {
  const { name } = facts.entities.find(isCharacter(character)) ?? { name: character };
  const isNamed = (event: CampaignEvent) => namedIn(event).some((each) => isSameName(each, name));
  const seen = facts.events
    .filter((event) => maySee(audience, event))
    .map((event) => ({ ...event, effects: event.effects.filter((effect) => maySee(audience, effect)) }));
  const present = [...seen.filter(isNamed), ...seen.filter(isFoughtBy(name, facts))];
  const was = new Set(present.map(({ id }) => id));
  for (const events of fightsIn(splitByVisibility(seen).open))
    if (events.some(({ id }) => was.has(id))) for (const { id } of events) was.add(id);
  for (const { id } of presentWithParty(seen, (event) => was.has(event.id))) was.add(id);
  return { ...facts, events: facts.events.filter(({ id }) => !was.has(id)) };
}

function isFoughtBy(name: string, { initiativeChanges = [], events, campaign }: RecapFacts) {
  const isUpToNow = events.at(-1)?.turn === campaign.turn;
  const now = isUpToNow ? campaign.state.initiative.map((each) => each.name) : [];
  return (event: CampaignEvent): boolean =>
    event.visibility === 'public' && isInInitiative(event, name, initiativeChanges, now);
}

export const isCharacter =
  (character: string) =>
  ({ id, kind, name }: Entity): boolean =>
    kind === 'character' && (id === character || isSameName(name, character));
