import { quoteInline } from '../../quote-text.ts';
import type { Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import type { GameState } from '../game-state.ts';
import { changesTo } from './changes-of.ts';
import { excerpt, shortName } from './excerpt.ts';
import { ofKind } from './facts-for.ts';
import type { OpenThread, QuestStanding, RecapFacts, StateLine } from './recap.ts';
import { isDead } from './resurrections.ts';
import {
  whatSetCondition,
  whatSetDate,
  whatSetHitPoints,
  whatSetPlace,
  whatStartedFight,
} from './state-provenance.ts';

type Character = Entity<'character'>;
type Events = readonly CampaignEvent[];

const MAX_CONDITIONS = 3;
const MAX_WORDS = 100;

/** Location, date, combat and whoever is hurt or was hurt; each with the events that made it so. */
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
  // The current state may have been set by hand; the state at the end of a past session is known from its events only.
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

/** Hit points where they are below the maximum or changed, and conditions; nothing for somebody who has neither. */
function characterLine({ name, fields }: Character, events: Events): readonly StateLine[] {
  const { hit_points, conditions } = fields;
  const isGone = conditions.some(isDead);
  const hasChanged = changesTo(events, name).some(({ kind }) => kind === 'hit_points');
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
  // What is cited must explain the whole line.
  const isExplained = sources.every((ids) => ids.length > 0);
  return parts.length === 0
    ? []
    : [{ text: `${shortName(name)}: ${parts.join(', ')}`, events: isExplained ? sources.flat() : [] }];
}

/** What is still to do: active quests with their next objective, and open threads. */
export function openEnds(
  quests: readonly QuestStanding[],
  threads: readonly OpenThread[],
): readonly string[] {
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
