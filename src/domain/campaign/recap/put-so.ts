import type { CharacterFields } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import type { GameState } from '../game-state.ts';
import { entityKey } from '../new-entity.ts';

type Ids = readonly string[];
type Has = (event: CampaignEvent) => boolean;

const isSame = (a: string | null, b: string): boolean => a !== null && entityKey(a) === entityKey(b);
const changed =
  (isIt: (effect: Effect) => boolean): Has =>
  ({ effects }) =>
    effects.some(isIt);

/** The last event of which the first of these is true that is true of any. */
function lastOf(events: readonly CampaignEvent[], ...ways: readonly Has[]): Ids {
  const found = ways.map((isIt) => events.findLast(isIt)).find((event) => event !== undefined);
  return found === undefined ? [] : [found.id];
}

/** What brought the party where it is; else the last that happened there. */
export function whatPutPlace(events: readonly CampaignEvent[], { location: place }: GameState): Ids {
  if (place === null) return [];
  return lastOf(
    events,
    changed((effect) => effect.kind === 'moved' && isSame(effect.to, place)),
    ({ location }) => isSame(location, place),
  );
}

export function whatPutDate(events: readonly CampaignEvent[], { in_game_date: date }: GameState): Ids {
  if (date === null) return [];
  return lastOf(
    events,
    changed((effect) => effect.kind === 'time' && isSame(effect.to, date)),
    ({ inGameDate }) => isSame(inGameDate, date),
  );
}

export const whatPutFight = (events: readonly CampaignEvent[]): Ids =>
  lastOf(
    events,
    changed((effect) => effect.kind === 'combat' && !effect.is_over),
    ({ type }) => type === 'combat',
  );

/** The last change of what they have left, and of each condition they are in. */
export function whatPutBody(
  events: readonly CampaignEvent[],
  who: string,
  { hit_points: { current, max }, conditions }: CharacterFields,
): Ids {
  const points = lastOf(
    events,
    changed((effect) => effect.kind === 'hit_points' && isSame(effect.who, who)),
  );
  const states = conditions.flatMap((condition) =>
    lastOf(
      events,
      changed((effect) => {
        if (effect.kind === 'death') return isSame(effect.who, who) && isSame('dead', condition);
        const isIts = effect.kind === 'condition' && isSame(effect.who, who);
        return isIts && effect.added.some((each) => isSame(each, condition));
      }),
    ),
  );
  return [...(current < max || conditions.length === 0 ? points : []), ...states];
}
