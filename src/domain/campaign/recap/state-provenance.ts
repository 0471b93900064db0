import type { CharacterFields } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import type { GameState } from '../game-state.ts';
import { entityKey } from '../new-entity.ts';

type Ids = readonly string[];
type Events = readonly CampaignEvent[];
type Test<Of> = (each: Of) => boolean;

const isSame = (a: string | null, b: string): boolean => a !== null && entityKey(a) === entityKey(b);

/**
 * The event that made the last such change, if that change set the current value; else the last event after it that
 * states the current value itself.
 */
function findSource(
  events: Events,
  isSuch: Test<Effect>,
  isCurrent: Test<Effect>,
  statesIt: Test<CampaignEvent>,
): Ids {
  const at = events.findLastIndex(({ effects }) => effects.some(isSuch));
  const maker = events[at];
  const change = maker?.effects.findLast(isSuch);
  if (maker !== undefined && change !== undefined && isCurrent(change)) return [maker.id];
  const source = events.slice(at + 1).findLast(statesIt);
  return source === undefined ? [] : [source.id];
}

/** The event that moved the party to its current place; else the last event there. */
export function whatSetPlace(events: Events, { location: place }: GameState): Ids {
  if (place === null) return [];
  return findSource(
    events,
    ({ kind }) => kind === 'moved',
    (effect) => effect.kind === 'moved' && isSame(effect.to, place),
    ({ location }) => isSame(location, place),
  );
}

export function whatSetDate(events: Events, { in_game_date: date }: GameState): Ids {
  if (date === null) return [];
  return findSource(
    events,
    ({ kind }) => kind === 'time',
    (effect) => effect.kind === 'time' && isSame(effect.to, date),
    ({ inGameDate }) => isSame(inGameDate, date),
  );
}

export const whatStartedFight = (events: Events): Ids =>
  findSource(
    events,
    ({ kind }) => kind === 'combat',
    (effect) => effect.kind === 'combat' && !effect.is_over,
    ({ type }) => type === 'combat',
  );

/** None where the last change set other hit points. */
export const whatSetHitPoints = (
  events: Events,
  who: string,
  { current, max }: CharacterFields['hit_points'],
): Ids =>
  findSource(
    events,
    (effect) => effect.kind === 'hit_points' && isSame(effect.who, who),
    (effect) => effect.kind === 'hit_points' && effect.to === current && effect.max === max,
    () => false,
  );

/** None where the condition was removed since. */
export function whatSetCondition(events: Events, who: string, condition: string): Ids {
  const has = (conditions: readonly string[]) => conditions.some((each) => isSame(each, condition));
  const isDeath = (effect: Effect) => effect.kind === 'death' && isSame('dead', condition);
  return findSource(
    events,
    (effect) => {
      if (!('who' in effect) || !isSame(effect.who, who)) return false;
      return isDeath(effect) || (effect.kind === 'condition' && has([...effect.added, ...effect.removed]));
    },
    (effect) => isDeath(effect) || (effect.kind === 'condition' && has(effect.added)),
    () => false,
  );
}
