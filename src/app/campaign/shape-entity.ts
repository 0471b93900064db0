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
  either,
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

type FieldChecks = Readonly<Record<string, Check>>;

const hitPoints = points({ temporary: countUp });

/** Fields that an entity has only once something was said of them. */
const MORE_CHECKS: Partial<Record<EntityKind, FieldChecks>> = {
  npc: {
    hit_points: orNull(either('hit points, or the damage taken', hitPoints, shape({ damage: countUp }))),
    conditions: list(name),
  },
  location: { is_name_known: truth },
};

type Optional<Fields> = {
  [Key in keyof Fields]-?: undefined extends Fields[Key] ? Key : never;
}[keyof Fields];

/** Exactly these fields of each kind; a field that is added there is missed here. */
const FIELD_CHECKS: {
  readonly [Kind in EntityKind]: Readonly<
    Record<Exclude<keyof FieldsOf[Kind], Optional<FieldsOf[Kind]>>, Check>
  >;
} = {
  character: {
    role: oneOf(['player', 'companion']),
    player: label,
    race: label,
    classes: few(shape({ name, level: whole(0, MOST.level) })),
    abilities: fewNamed(count),
    hit_points: hitPoints,
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

const flat = (checks: FieldChecks): FieldChecks =>
  Object.fromEntries(Object.entries(checks).map(([field, check]) => [`fields.${field}`, check]));

/** An entity as patches have it, one level deep, and what it need not have. */
export const flatChecks = (
  kind: EntityKind,
): { readonly always: FieldChecks; readonly more: FieldChecks } => ({
  always: {
    kind: oneOf([kind]),
    name,
    ...seen,
    is_removed: truth,
    created_at: moment,
    ...flat(FIELD_CHECKS[kind]),
  },
  more: flat(MORE_CHECKS[kind] ?? {}),
});

export const entity: Check = variant(
  'kind',
  Object.fromEntries(
    ENTITY_KINDS.map((kind) => [
      kind,
      {
        id: idOf('ent'),
        name,
        fields: shape(FIELD_CHECKS[kind] as FieldChecks, MORE_CHECKS[kind]),
        ...seen,
        is_removed: truth,
        created_at: moment,
        updated_at: moment,
      },
    ]),
  ),
);
