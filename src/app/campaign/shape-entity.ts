import {
  ENTITY_KINDS,
  type EntityKind,
  type FieldsOf,
  QUEST_STATUSES,
} from '../../domain/campaign/entity.ts';
import { CAMPAIGN_LIMITS as MOST } from '../../domain/campaign/limits.ts';
import {
  both,
  type Check,
  list,
  map,
  oneOf,
  orNull,
  refuse,
  shape,
  truth,
  variant,
  whole,
} from '../../lib/check-shape.ts';
import {
  count,
  countUp,
  grown,
  idOf,
  key,
  label,
  maybeWords,
  moment,
  name,
  said,
  seen,
  turn,
} from './shape-parts.ts';

/** Of hit points and slots; their shape is known to be right. */
const isWithin: Check = (given, path) => {
  const { current, max } = given as { readonly current: number; readonly max: number };
  if (current > max) refuse(`${path}.current`, `is ${current}; it must be at most max, ${max}`, max);
};

const points = (more: Readonly<Record<string, Check>> = {}) =>
  both(shape({ current: countUp, max: countUp, ...more }), isWithin);

const few = (check: Check) => list(check, MOST.list);
const fewNamed = (check: Check) => map(key, check, MOST.list);

/** Exactly these fields of each kind; a field that is added there is missed here. */
const FIELD_CHECKS: { readonly [Kind in EntityKind]: Readonly<Record<keyof FieldsOf[Kind], Check>> } = {
  character: {
    role: oneOf(['player', 'companion']),
    player: label,
    race: label,
    classes: few(shape({ name, level: whole(0, MOST.level) })),
    abilities: fewNamed(count),
    hit_points: points({ temporary: countUp }),
    conditions: list(name),
    slots: fewNamed(points()),
    inventory: list(shape({ name, quantity: whole(1, Number.MAX_SAFE_INTEGER), notes: orNull(grown) })),
    notes: maybeWords,
    secret_notes: maybeWords,
  },
  npc: {
    status: oneOf(['alive', 'dead', 'missing', 'unknown']),
    location: label,
    faction: label,
    attitude: maybeWords,
    known: orNull(grown),
    truth: maybeWords,
  },
  location: {
    description: maybeWords,
    secret: maybeWords,
    is_visited: truth,
    connections: few(shape({ to: name, how: maybeWords })),
  },
  quest: {
    status: oneOf(QUEST_STATUSES),
    giver: label,
    description: maybeWords,
    reward: maybeWords,
    secret: maybeWords,
    objectives: list(shape({ text: said, is_done: truth })),
    history: list(shape({ turn, what: grown })),
  },
  item: { description: maybeWords, secret: maybeWords, owner: label, location: label },
  faction: { description: maybeWords, secret: maybeWords, stance: maybeWords },
  thread: {
    status: oneOf(['open', 'resolved']),
    description: maybeWords,
    since_turn: turn,
    resolution: maybeWords,
    secret: maybeWords,
  },
};

/** An entity as patches have it, one level deep. */
export const flatChecks = (kind: EntityKind): Readonly<Record<string, Check>> => ({
  kind: oneOf([kind]),
  name,
  ...seen,
  is_removed: truth,
  created_at: moment,
  ...Object.fromEntries(
    Object.entries(FIELD_CHECKS[kind]).map(([field, check]) => [`fields.${field}`, check]),
  ),
});

export const entity: Check = variant(
  'kind',
  Object.fromEntries(
    ENTITY_KINDS.map((kind) => [
      kind,
      {
        id: idOf('ent'),
        name,
        fields: shape(FIELD_CHECKS[kind] as Readonly<Record<string, Check>>),
        ...seen,
        is_removed: truth,
        created_at: moment,
        updated_at: moment,
      },
    ]),
  ),
);
