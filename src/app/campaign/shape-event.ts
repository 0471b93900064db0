import { DICE_LIMITS } from '../../domain/campaign/dice/dice-limits.ts';
import { QUEST_STATUSES } from '../../domain/campaign/entity.ts';
import { type Effect, EVENT_TYPES } from '../../domain/campaign/event.ts';
import { CAMPAIGN_LIMITS as MOST } from '../../domain/campaign/limits.ts';
import {
  type Check,
  list,
  number,
  oneOf,
  orNull,
  shape,
  truth,
  variant,
  whole,
} from '../../lib/check-shape.ts';
import {
  branch,
  count,
  countUp,
  idOf,
  key,
  maybeMoment,
  maybeName,
  maybeWords,
  moment,
  name,
  said,
  saidUpTo,
  seen,
  turn,
  value,
  words,
} from './shape-parts.ts';

const EFFECT_CHECKS: { readonly [Kind in Effect['kind']]: Readonly<Record<string, Check>> } = {
  hit_points: { who: name, from: countUp, to: countUp, max: countUp, ...seen },
  condition: { who: name, added: list(name), removed: list(name), ...seen },
  death: { who: name, ...seen },
  damage: { who: name, amount: count, total: countUp, ...seen },
  moved: { from: maybeName, to: name, ...seen },
  quest: {
    quest: name,
    status: orNull(oneOf(QUEST_STATUSES)),
    done: list(said),
    note: orNull(said),
    ...seen,
  },
  item: { who: name, item: name, quantity: count, ...seen },
  funds: { coin: key, amount: count, ...seen },
  flag: { name: key, value: orNull(value), ...seen },
  time: { to: name, ...seen },
  npc: {
    who: name,
    status: orNull(oneOf(['alive', 'dead', 'missing', 'unknown'])),
    learned: orNull(said),
    ...seen,
  },
  thread: { thread: name, status: oneOf(['open', 'resolved']), ...seen },
  combat: { is_over: truth, ...seen },
};

const roll = shape({
  label: orNull(saidUpTo(MOST.rollLabel)),
  notation: saidUpTo(DICE_LIMITS.notationLength),
  total: number(-DICE_LIMITS.result, DICE_LIMITS.result),
  detail: words,
});

/** An event of the first version of the file. */
export const FIRST_EVENT = {
  id: idOf('evt'),
  branch,
  turn,
  is_turn: truth,
  session_id: orNull(idOf('ses')),
  event_type: oneOf(EVENT_TYPES),
  title: maybeName,
  description: said,
  narration: maybeWords,
  actor: maybeName,
  characters: list(name, MOST.list),
  location: maybeName,
  importance: whole(MOST.leastImportance, MOST.mostImportance),
  tags: list(name, MOST.list),
  rolls: list(roll, MOST.rolls),
  effects: list(variant('kind', EFFECT_CHECKS)),
  ...seen,
  in_game_date: maybeName,
  occurred_at: maybeMoment,
  at: moment,
};

export const event = shape({ ...FIRST_EVENT, context: maybeWords });
