import type { CharacterFields } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import type { GameState } from '../game-state.ts';
import { entityKey } from '../new-entity.ts';

type Ids = readonly string[];
type Events = readonly CampaignEvent[];
type Test<Of> = (each: Of) => boolean;

const isSame = (a: string | null, b: string): boolean => a !== null && entityKey(a) === entityKey(b);

/**
 * The event that made the last such change, if that change left things as they are; where none did since, the last
 * event that says so by itself.
 */
function whatLeft(
  events: Events,
  isSuch: Test<Effect>,
  leftSo: Test<Effect>,
  saysSo: Test<CampaignEvent>,
): Ids {
  const at = events.findLastIndex(({ effects }) => effects.some(isSuch));
  const maker = events[at];
  const change = maker?.effects.findLast(isSuch);
  if (maker !== undefined && change !== undefined && leftSo(change)) return [maker.id];
  const sayer = events.slice(at + 1).findLast(saysSo);
  return sayer === undefined ? [] : [sayer.id];
}

/** What brought the party where it is; else the last that happened there. */
export function whatPutPlace(events: Events, { location: place }: GameState): Ids {
  if (place === null) return [];
  return whatLeft(
    events,
    ({ kind }) => kind === 'moved',
    (effect) => effect.kind === 'moved' && isSame(effect.to, place),
    ({ location }) => isSame(location, place),
  );
}

export function whatPutDate(events: Events, { in_game_date: date }: GameState): Ids {
  if (date === null) return [];
  return whatLeft(
    events,
    ({ kind }) => kind === 'time',
    (effect) => effect.kind === 'time' && isSame(effect.to, date),
    ({ inGameDate }) => isSame(inGameDate, date),
  );
}

export const whatPutFight = (events: Events): Ids =>
  whatLeft(
    events,
    ({ kind }) => kind === 'combat',
    (effect) => effect.kind === 'combat' && !effect.is_over,
    ({ type }) => type === 'combat',
  );

/** What left somebody with this many hit points; nothing where the last change left them with others. */
export const whatPutPoints = (
  events: Events,
  who: string,
  { current, max }: CharacterFields['hit_points'],
): Ids =>
  whatLeft(
    events,
    (effect) => effect.kind === 'hit_points' && isSame(effect.who, who),
    (effect) => effect.kind === 'hit_points' && effect.to === current && effect.max === max,
    () => false,
  );

/** What put somebody in a condition, unless it was lifted since. */
export function whatPutCondition(events: Events, who: string, condition: string): Ids {
  const has = (conditions: readonly string[]) => conditions.some((each) => isSame(each, condition));
  const isDeath = (effect: Effect) => effect.kind === 'death' && isSame('dead', condition);
  return whatLeft(
    events,
    (effect) => {
      if (!('who' in effect) || !isSame(effect.who, who)) return false;
      return isDeath(effect) || (effect.kind === 'condition' && has([...effect.added, ...effect.removed]));
    },
    (effect) => isDeath(effect) || (effect.kind === 'condition' && has(effect.added)),
    () => false,
  );
}
