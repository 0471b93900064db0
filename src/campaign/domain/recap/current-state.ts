import { quoteInline } from '../../../domain/quote-text.ts';
import type { GameState } from '../campaign.ts';
import type { CharacterFields, Entity } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../name-key.ts';
import { isDead } from './event-weight.ts';
import type { OpenThread, QuestStatus, RecapFacts, StateLine } from './recap.ts';
import { effectsOn, ofKind } from './recap-facts.ts';
import { excerpt, shortName } from './render-recap.ts';

type Ids = readonly string[];
type Test<Of> = (each: Of) => boolean;

const isSame = (a: string | null, b: string): boolean => a !== null && entityKey(a) === entityKey(b);

/** The event of the last such change if that change set the current value, else the last later event that states the value. */
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

/** The event that moved the party there, else the last event there. */
function whatSetPlace(events: Events, { location: place }: GameState): Ids {
  if (place === null) return [];
  return findSource(
    events,
    ({ kind }) => kind === 'moved',
    (effect) => effect.kind === 'moved' && isSame(effect.to, place),
    ({ location }) => isSame(location, place),
  );
}

function whatSetDate(events: Events, { in_game_date: date }: GameState): Ids {
  if (date === null) return [];
  return findSource(
    events,
    ({ kind }) => kind === 'time',
    (effect) => effect.kind === 'time' && isSame(effect.to, date),
    ({ inGameDate }) => isSame(inGameDate, date),
  );
}

const whatStartedFight = (events: Events): Ids =>
  findSource(
    events,
    ({ kind }) => kind === 'combat',
    (effect) => effect.kind === 'combat' && !effect.is_over,
    ({ type }) => type === 'combat',
  );

/** Empty if the last change set other hit points. */
const whatSetHitPoints = (
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

/** Empty if the condition was removed since. */
function whatSetCondition(events: Events, who: string, condition: string): Ids {
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

type Character = Entity<'character'>;
type Events = readonly CampaignEvent[];

const MAX_CONDITIONS = 3;
const MAX_WORDS = 100;

/** Location, date, combat and the condition of the characters, each with the events that set it. */
export function currentState({
  campaign,
  entities,
  events,
  isPast = false,
}: RecapFacts): readonly StateLine[] {
  const { state } = campaign;
  const lines = [
    ...line('location', state.location, whatSetPlace(events, state)),
    ...line('date', state.in_game_date, whatSetDate(events, state)),
    ...combatLine(state, events),
    ...ofKind(entities, 'character').flatMap((each) => characterLine(each, events)),
  ];
  const order = new Map(events.map(({ id }, at) => [id, at]));
  const inOrder = (ids: readonly string[]) =>
    [...new Set(ids)].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  // The state at the end of a past session is known from its events only.
  return lines
    .filter((each) => !isPast || each.events.length > 0)
    .map((each) => ({ ...each, events: inOrder(each.events) }));
}

const line = (label: string, value: string | null, events: readonly string[]): readonly StateLine[] =>
  value === null ? [] : [{ text: `${label}: ${shortName(value)}`, events }];

function combatLine({ in_combat, round, current_turn }: GameState, events: Events): readonly StateLine[] {
  if (!in_combat) return [];
  const when = round > 0 ? `round ${round}` : 'in progress';
  const who = current_turn === null ? '' : `, turn of ${shortName(current_turn)}`;
  return [{ text: `combat: ${when}${who}`, events: whatStartedFight(events) }];
}

/** Hit points if they are below the maximum or changed, and conditions. */
function characterLine({ name, fields }: Character, events: Events): readonly StateLine[] {
  const { hit_points, conditions } = fields;
  const isGone = conditions.some(isDead);
  const hasChanged = effectsOn(events, name).some(({ kind }) => kind === 'hit_points');
  const hasPoints = !isGone && (hit_points.current < hit_points.max || hasChanged);
  const shown = isGone ? ['dead'] : conditions.slice(0, MAX_CONDITIONS);
  const parts = [
    ...(hasPoints ? [`HP ${hit_points.current} of ${hit_points.max}`] : []),
    ...shown.map(shortName),
    ...(isGone || conditions.length <= MAX_CONDITIONS ? [] : [`${conditions.length - MAX_CONDITIONS} more`]),
  ];
  const sources = [
    ...(hasPoints ? [whatSetHitPoints(events, name, hit_points)] : []),
    ...shown.map((condition) => whatSetCondition(events, name, condition)),
  ];
  // The cited events must explain the whole line.
  const isExplained = sources.every((ids) => ids.length > 0);
  return parts.length === 0
    ? []
    : [{ text: `${shortName(name)}: ${parts.join(', ')}`, events: isExplained ? sources.flat() : [] }];
}

/** Active quests with their next objective, and open threads. */
export function openEnds(quests: readonly QuestStatus[], threads: readonly OpenThread[]): readonly string[] {
  return [
    ...quests
      .filter(({ status }) => status === 'active')
      .map(({ name, objectives }) => {
        const next = objectives.find(({ is_done }) => !is_done);
        return `quest ${shortName(name)}: active${next === undefined ? '' : `, next ${words(next.text)}`}`;
      }),
    ...threads.map(({ name }) => `open thread ${words(name)}`),
  ];
}

const words = (text: string): string => quoteInline(excerpt(text, MAX_WORDS));
