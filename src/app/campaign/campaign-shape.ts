import {
  ENTITY_KINDS,
  type EntityKind,
  type FieldsOf,
  QUEST_STATUSES,
  VISIBILITIES,
} from '../../domain/campaign/entity.ts';
import { type Effect, EVENT_TYPES } from '../../domain/campaign/event.ts';
import { FILE_FORMAT, FILE_VERSION } from '../../domain/campaign/export/campaign-file.ts';
import type { GameState } from '../../domain/campaign/game-state.ts';
import { MAX_TEXT } from '../../domain/text.ts';
import {
  type Check,
  either,
  list,
  map,
  number,
  oneOf,
  orNull,
  pattern,
  shape,
  text,
  truth,
  variant,
  whole,
} from '../../lib/check-shape.ts';

const said = text({ max: MAX_TEXT });
const named = text({ max: MAX_TEXT, min: 1 });
const maybe = orNull(said);
const key = text({ max: MAX_TEXT });
const moment = pattern(
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  'a moment such as 2026-03-01T09:30:00.000Z',
);
const count = whole(0, 1_000_000_000);

export const idOf = (prefix: string): Check =>
  pattern(new RegExp(`^${prefix}_[0-9a-zA-Z]{1,60}$`), `an id that begins with ${prefix}_`);

const branch = text({ max: 200, min: 1 });

/** Exactly these fields of each kind; a field that is added there is missed here. */
export const FIELD_CHECKS: { readonly [Kind in EntityKind]: Readonly<Record<keyof FieldsOf[Kind], Check>> } =
  {
    character: {
      role: oneOf(['player', 'companion']),
      player: maybe,
      race: maybe,
      classes: list(shape({ name: said, level: number })),
      abilities: map(key, number),
      hit_points: shape({ current: number, max: number, temporary: number }),
      conditions: list(said),
      slots: map(key, shape({ current: number, max: number })),
      inventory: list(shape({ name: said, quantity: number, notes: maybe })),
      notes: maybe,
      secret_notes: maybe,
    },
    npc: {
      status: oneOf(['alive', 'dead', 'missing', 'unknown']),
      location: maybe,
      faction: maybe,
      attitude: maybe,
      known: maybe,
      truth: maybe,
    },
    location: {
      description: maybe,
      secret: maybe,
      is_visited: truth,
      connections: list(shape({ to: said, how: maybe })),
    },
    quest: {
      status: oneOf(QUEST_STATUSES),
      giver: maybe,
      description: maybe,
      reward: maybe,
      secret: maybe,
      objectives: list(shape({ text: said, is_done: truth })),
      history: list(shape({ turn: number, what: said })),
    },
    item: { description: maybe, secret: maybe, owner: maybe, location: maybe },
    faction: { description: maybe, secret: maybe, stance: maybe },
    thread: {
      status: oneOf(['open', 'resolved']),
      description: maybe,
      since_turn: number,
      resolution: maybe,
      secret: maybe,
    },
  };

const privateTo = list(idOf('ent'));
const seen = { visibility: oneOf(VISIBILITIES), private_to: privateTo };
const value = either('text, a number, true or false', said, number, truth);

export const STATE_CHECKS: Readonly<Record<keyof GameState, Check>> = {
  location: maybe,
  in_game_date: maybe,
  in_combat: truth,
  initiative: list(shape({ name: said, score: number })),
  current_turn: maybe,
  round: number,
  party_funds: map(key, number),
  flags: map(key, value),
};

const rules: Check = (given, path) => {
  map(key, said)(given, path);
  said((given as { readonly system?: unknown }).system, `${path}.system`);
};

/** As patches have them; `dmName` is how they call it. */
export const ABOUT_CHECKS: Readonly<Record<string, Check>> = {
  description: maybe,
  dmName: maybe,
  setting: maybe,
  rules,
};

/** Of an entity as patches have it, besides its fields. */
export const HEAD_CHECKS: Readonly<Record<string, Check>> = {
  kind: oneOf(ENTITY_KINDS),
  name: named,
  ...seen,
  is_removed: truth,
  created_at: moment,
};

type EffectShapes = {
  readonly [Kind in Effect['kind']]: Readonly<Record<string, Check>>;
};

const EFFECT_CHECKS: EffectShapes = {
  hit_points: { who: said, from: number, to: number, max: number, ...seen },
  condition: { who: said, added: list(said), removed: list(said), ...seen },
  death: { who: said, ...seen },
  moved: { from: maybe, to: said, ...seen },
  quest: { quest: said, status: maybe, done: list(said), note: maybe, ...seen },
  item: { who: said, item: said, quantity: number, ...seen },
  funds: { coin: said, amount: number, ...seen },
  flag: { name: said, value: orNull(value), ...seen },
  time: { to: said, ...seen },
  npc: { who: said, status: maybe, learned: maybe, ...seen },
  thread: { thread: said, status: oneOf(['open', 'resolved']), ...seen },
  combat: { is_over: truth, ...seen },
};

const entity: Check = (given, path) =>
  variant(
    'kind',
    Object.fromEntries(
      ENTITY_KINDS.map((kind) => [
        kind,
        {
          id: idOf('ent'),
          name: named,
          fields: shape(FIELD_CHECKS[kind] as Readonly<Record<string, Check>>),
          ...seen,
          is_removed: truth,
          created_at: moment,
          updated_at: moment,
        },
      ]),
    ),
  )(given, path);

const event = shape(
  {
    id: idOf('evt'),
    branch,
    turn: count,
    is_turn: truth,
    session_id: orNull(text({ max: 200, min: 1 })),
    event_type: oneOf(EVENT_TYPES),
    title: maybe,
    description: said,
    narration: maybe,
    actor: maybe,
    characters: list(said),
    location: maybe,
    importance: number,
    tags: list(said),
    rolls: list(shape({ label: maybe, notation: said, total: number, detail: said })),
    effects: list(variant('kind', EFFECT_CHECKS)),
    ...seen,
    in_game_date: maybe,
    occurred_at: orNull(moment),
    at: moment,
  },
  { context: said },
);

const anything: Check = () => undefined;

/** A whole campaign; what patches hold is checked when it is known what they are of. */
export const CAMPAIGN_FILE = shape({
  format: oneOf([FILE_FORMAT]),
  format_version: oneOf([FILE_VERSION]),
  is_partial: oneOf([false]),
  exported_at: moment,
  campaign: shape({
    id: idOf('prj'),
    name: text({ max: 1_000, min: 1 }),
    description: maybe,
    dm_name: maybe,
    setting: maybe,
    rules,
    state: shape(STATE_CHECKS),
    branch,
    turn: count,
    version: whole(1, Number.MAX_SAFE_INTEGER - 1_000_000),
    created_at: moment,
    updated_at: moment,
  }),
  branches: list(
    shape({
      id: branch,
      parent: orNull(branch),
      forked_at: count,
      last_turn: count,
      reason: maybe,
      created_at: moment,
    }),
  ),
  entities: list(entity),
  patches: list(
    shape({
      branch,
      turn: count,
      number: whole(1, 1_000_000_000),
      target: either(
        'state, campaign or an id that begins with ent_',
        oneOf(['state', 'campaign']),
        idOf('ent'),
      ),
      before: map(anything, anything),
      after: map(anything, anything),
      at: moment,
    }),
  ),
  events: list(event),
});
