import * as z from 'zod';
import type { Issue } from '../../../lib/describe-issue.ts';
import type { GameState } from '../../domain/campaign.ts';
import { DICE_LIMITS } from '../../domain/dice/dice-expression.ts';
import {
  ENTITY_KINDS,
  type EntityKind,
  CAMPAIGN_LIMITS as MAX,
  QUEST_STATUSES,
} from '../../domain/entity.ts';
import { type Effect, EVENT_TYPES } from '../../domain/event.ts';
import { FILE_FORMAT, FILE_VERSION, FIRST_FILE_VERSION } from '../../domain/export/campaign-file.ts';
import * as parts from './schema-parts.ts';
import { type Schemas, storedFields } from './schema-parts.ts';

const { branch, count, nonNegative, flagValue, idOf, key, list, map, time, name, nonEmptyText } = parts;
const { nonEmptyTextUpTo, visibleTo, sum, textOf, turn, textUpTo, integer, text } = parts;

const STATE: Readonly<Record<keyof GameState, z.ZodType>> = {
  location: name.nullable(),
  in_game_date: name.nullable(),
  in_combat: z.boolean(),
  initiative: list(z.strictObject({ name, score: count }), MAX.list),
  current_turn: name.nullable(),
  round: nonNegative,
  party_funds: map(key, sum),
  flags: map(key, flagValue),
};

const rule = textUpTo(MAX.rule);
const rules = map(key, rule).check(({ value, issues }) => {
  if (Object.hasOwn(Object(value), 'system') || issues.length > 0) return;
  issues.push({ code: 'invalid_type', expected: 'string', path: ['system'], input: undefined });
});

const ABOUT = {
  description: textUpTo(MAX.description).nullable(),
  dm_name: name.nullable(),
  setting: textUpTo(MAX.setting).nullable(),
  rules,
};

const campaign = z.strictObject({
  id: idOf('prj'),
  name,
  ...ABOUT,
  state: z.strictObject(STATE),
  branch,
  turn,
  version: parts.version,
  created_at: time,
  updated_at: time,
});

const branches = list(
  z.strictObject({
    id: branch,
    parent: branch.nullable(),
    forked_at: turn,
    last_turn: turn,
    reason: text.nullable(),
    created_at: time,
  }),
);

const ENTITY = { name, ...visibleTo, is_removed: z.boolean(), created_at: time };

const strictWith = (schemas: Schemas, optional: readonly string[]) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(schemas).map(([field, schema]) => [
        field,
        optional.includes(field) ? schema.optional() : schema,
      ]),
    ),
  );

const entityOf = (kind: EntityKind) => {
  const { schemas, optional } = storedFields(kind);
  const fields = strictWith(schemas, optional);
  return z.strictObject({ id: idOf('ent'), kind: z.literal(kind), fields, ...ENTITY, updated_at: time });
};

type Member = z.ZodObject<{ kind: z.ZodLiteral }>;

const unionByKind = (members: readonly z.ZodObject[]) =>
  z.discriminatedUnion('kind', members as readonly z.ZodObject[] as readonly [Member, ...Member[]]);

const entities = list(unionByKind(ENTITY_KINDS.map(entityOf)));

const fieldsOfPatch = map(textOf({ max: 200 }), z.unknown());

/** The fields of a patch are checked when the kind of its target is known. */
const patches = list(
  z.strictObject({
    branch,
    turn,
    number: integer(1, 1_000_000_000),
    target: z.union([z.literal(['state', 'campaign']), idOf('ent')], {
      error: 'must be state, campaign or an id that begins with ent_',
    }),
    before: fieldsOfPatch,
    after: fieldsOfPatch,
    at: time,
  }),
);

const EFFECTS: { readonly [Kind in Effect['kind']]: Schemas } = {
  hit_points: { who: name, from: nonNegative, to: nonNegative, max: nonNegative },
  condition: { who: name, added: list(name), removed: list(name) },
  death: { who: name },
  damage: { who: name, amount: count, total: nonNegative },
  moved: { from: name.nullable(), to: name },
  quest: {
    quest: name,
    status: z.literal(QUEST_STATUSES).nullable(),
    done: list(nonEmptyText),
    note: nonEmptyText.nullable(),
  },
  item: { who: name, item: name, quantity: count },
  funds: { coin: key, amount: count },
  flag: { name: key, value: flagValue.nullable() },
  time: { to: name },
  npc: {
    who: name,
    status: z.literal(['alive', 'dead', 'missing', 'unknown']).nullable(),
    learned: nonEmptyText.nullable(),
  },
  thread: { thread: name, status: z.literal(['open', 'resolved']) },
  combat: { is_over: z.boolean() },
};

const effects = list(
  unionByKind(
    Object.entries(EFFECTS).map(([kind, shape]) =>
      z.strictObject({ kind: z.literal(kind), ...shape, ...visibleTo }),
    ),
  ),
);

const roll = z.strictObject({
  label: nonEmptyTextUpTo(MAX.rollLabel).nullable(),
  notation: nonEmptyTextUpTo(DICE_LIMITS.notationLength),
  total: z.number().min(-DICE_LIMITS.result).max(DICE_LIMITS.result),
  detail: text,
});

const firstEvent = z.strictObject({
  id: idOf('evt'),
  branch,
  turn,
  is_turn: z.boolean(),
  session_id: idOf('ses').nullable(),
  event_type: z.literal(EVENT_TYPES),
  title: name.nullable(),
  description: nonEmptyText,
  narration: text.nullable(),
  actor: name.nullable(),
  characters: list(name, MAX.list),
  location: name.nullable(),
  importance: integer(MAX.leastImportance, MAX.mostImportance),
  tags: list(name, MAX.list),
  rolls: list(roll, MAX.rolls),
  effects,
  ...visibleTo,
  in_game_date: name.nullable(),
  occurred_at: time.nullable(),
  at: time,
});

const event = firstEvent.extend({ context: text.nullable() });

const head = (format: number) => ({
  format: z.literal(FILE_FORMAT),
  format_version: z.literal(format),
  is_partial: z.literal(false),
  exported_at: time,
});

const world = { campaign, branches, entities, patches };

const FILES: ReadonlyMap<unknown, z.ZodType> = new Map([
  [
    FILE_VERSION,
    z.strictObject({
      ...head(FILE_VERSION),
      ...world,
      events: list(event),
      sessions: list(parts.session),
      notes: list(parts.note),
    }),
  ],
  [FIRST_FILE_VERSION, z.strictObject({ ...head(FIRST_FILE_VERSION), ...world, events: list(firstEvent) })],
]);

/** The schema of a patch that creates or removes its target, and the fields that may be absent in it. */
const patchFields = (schemas: Schemas, optional: readonly string[] = []) => {
  const whole = strictWith(schemas, optional);
  return { whole, some: whole.partial(), optional };
};

function entityInPatches(kind: EntityKind) {
  const { schemas, optional } = storedFields(kind);
  const inPatch = (field: string) => `fields.${field}`;
  const fields = Object.entries(schemas).map(([field, schema]) => [inPatch(field), schema]);
  return patchFields(
    { kind: z.literal(kind), ...ENTITY, ...Object.fromEntries(fields) },
    optional.map(inPatch),
  );
}

export type Patched = EntityKind | 'state' | 'campaign';

/** Patches use another name for this field than the file. */
const { dm_name: dmName, ...about } = ABOUT;
const PATCHES = new Map<Patched, ReturnType<typeof patchFields>>([
  ['campaign', patchFields({ ...about, dmName })],
  ['state', patchFields(STATE)],
  ...ENTITY_KINDS.map((kind) => [kind, entityInPatches(kind)] as const),
]);

const issuesIn = (schema: z.ZodType | undefined, value: unknown): readonly Issue[] =>
  schema?.safeParse(value, { reportInput: true }).error?.issues ?? [];

/** An unknown version is checked as the current one. */
export const issuesInFile = (value: unknown, version: unknown): readonly Issue[] =>
  issuesIn(FILES.get(version) ?? FILES.get(FILE_VERSION), value);

export const issuesInPatch = (target: Patched, extent: 'whole' | 'some', fields: unknown): readonly Issue[] =>
  issuesIn(PATCHES.get(target)?.[extent], fields);

export const isOptionalInPatch = (target: Patched, field: string): boolean =>
  PATCHES.get(target)?.optional.includes(field) ?? false;
