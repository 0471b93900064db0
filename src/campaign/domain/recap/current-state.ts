import { quoteInline } from '../../../domain/quote-text.ts';
import type { GameState } from '../campaign.ts';
import type { Entity, HitPoints } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import { isSameName } from '../name-key.ts';
import { isDead } from './event-weight.ts';
import { effectsOn, ofKind, type RecapFacts, type StateLine } from './recap.ts';
import type { OpenThread, QuestStatus } from './recap-lists.ts';
import { excerpt, shortName } from './render-recap.ts';

type Events = readonly CampaignEvent[];
type Ids = readonly string[];

const MAX_CONDITIONS = 3;
const MAX_WORDS = 100;

/**
 * The event that set the current value. `setsIt` says of an effect whether it set the value or another one, or undefined if it is
 * about something else. If the last such effect set another value, it is the last event since then that states the value.
 */
function findSource(
  events: Events,
  setsIt: (effect: Effect) => boolean | undefined,
  statesIt: (event: CampaignEvent) => boolean = () => false,
): Ids {
  const isAboutIt = (effect: Effect) => setsIt(effect) !== undefined;
  const at = events.findLastIndex(({ effects }) => effects.some(isAboutIt));
  const last = events[at];
  const change = last?.effects.findLast(isAboutIt);
  if (last !== undefined && change !== undefined && setsIt(change)) return [last.id];
  return events
    .slice(at + 1)
    .filter(statesIt)
    .slice(-1)
    .map(({ id }) => id);
}

function stateLines({ location, in_game_date, in_combat, round, current_turn }: GameState, events: Events) {
  const lines: StateLine[] = [];
  if (location !== null) {
    const source = findSource(
      events,
      (effect) => (effect.kind === 'moved' ? isSameName(effect.to, location) : undefined),
      (event) => isSameName(event.location, location),
    );
    lines.push({ text: `location: ${shortName(location)}`, events: source });
  }
  if (in_game_date !== null) {
    const source = findSource(
      events,
      (effect) => (effect.kind === 'time' ? isSameName(effect.to, in_game_date) : undefined),
      (event) => isSameName(event.inGameDate, in_game_date),
    );
    lines.push({ text: `date: ${shortName(in_game_date)}`, events: source });
  }
  if (in_combat) {
    const source = findSource(
      events,
      (effect) => (effect.kind === 'combat' ? !effect.is_over : undefined),
      ({ type }) => type === 'combat',
    );
    const when = round > 0 ? `round ${round}` : 'in progress';
    const who = current_turn === null ? '' : `, turn of ${shortName(current_turn)}`;
    lines.push({ text: `combat: ${when}${who}`, events: source });
  }
  return lines;
}

/** Empty if the last change set other hit points. */
const sourceOfPoints = (events: Events, who: string, { current, max }: HitPoints): Ids =>
  findSource(events, (effect) =>
    effect.kind === 'hit_points' && isSameName(effect.who, who)
      ? effect.to === current && effect.max === max
      : undefined,
  );

/** Empty if the condition was removed since. */
const sourceOfCondition = (events: Events, who: string, condition: string): Ids =>
  findSource(events, (effect) => {
    if (effect.kind === 'death')
      return isSameName(effect.who, who) && isSameName('dead', condition) ? true : undefined;
    if (effect.kind !== 'condition' || !isSameName(effect.who, who)) return undefined;
    if (effect.added.some((each) => isSameName(each, condition))) return true;
    return effect.removed.some((each) => isSameName(each, condition)) ? false : undefined;
  });

function characterLine({ name, fields }: Entity<'character'>, events: Events): readonly StateLine[] {
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
  if (parts.length === 0) return [];
  const sources = [
    ...(hasPoints ? [sourceOfPoints(events, name, hit_points)] : []),
    ...shown.map((condition) => sourceOfCondition(events, name, condition)),
  ];
  // The cited events must explain the whole line.
  const isExplained = sources.every((ids) => ids.length > 0);
  return [{ text: `${shortName(name)}: ${parts.join(', ')}`, events: isExplained ? sources.flat() : [] }];
}

export function currentState({ campaign, entities, events, isPast }: RecapFacts): readonly StateLine[] {
  const order = new Map(events.map(({ id }, at) => [id, at]));
  const inOrder = (ids: Ids) => [...new Set(ids)].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return (
    [
      ...stateLines(campaign.state, events),
      ...ofKind(entities, 'character').flatMap((each) => characterLine(each, events)),
    ]
      // The state at the end of a past session is known from its events only.
      .filter((each) => isPast !== true || each.events.length > 0)
      .map((each) => ({ ...each, events: inOrder(each.events) }))
  );
}

export function openEnds(quests: readonly QuestStatus[], threads: readonly OpenThread[]) {
  const words = (text: string): string => quoteInline(excerpt(text, MAX_WORDS));
  const active = quests.filter(({ status }) => status === 'active');
  const questLine = ({ name, objectives }: QuestStatus) => {
    const next = objectives.find(({ is_done }) => !is_done);
    return `quest ${shortName(name)}: active${next === undefined ? '' : `, next ${words(next.text)}`}`;
  };
  const lines = [...active.map(questLine), ...threads.map(({ name }) => `open thread ${words(name)}`)];
  return lines.map((text) => ({ text, events: [] }));
}
