import * as z from 'zod';
import type { Issue } from '../../../lib/describe-issue.ts';
import type { GameState } from '../../domain/campaign.ts';
import { DICE_LIMITS } from '../../domain/dice/dice-expression.ts';
import { ENTITY_KINDS, type EntityKind, QUEST_STATUSES } from '../../domain/entity.ts';
import { type Effect, EVENT_TYPES } from '../../domain/event.ts';
import { FILE_FORMAT, FILE_VERSION, FIRST_FILE_VERSION } from '../../domain/export/campaign-file.ts';
import { CAMPAIGN_LIMITS as MAX } from '../../domain/limits.ts';
import * as parts from './schema-parts.ts';
import { type Schemas, storedFields } from './schema-parts.ts';
import { note, session } from './session-schema.ts';

const { branch, count, nonNegative, flagValue, idOf, key, list, map, time, name, nonEmptyText } = parts;
const { nonEmptyUpTo, visibleTo, sum, textOf, turn, textUpTo, integer, text } = parts;

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

/** Fields of a campaign that patches can change. */
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

const entityOf = (kind: EntityKind) => {
  const { always, more } = storedFields(kind);
  const fields = z.strictObject({ ...always, ...z.object(more).partial().shape });
  return z.strictObject({ id: idOf('ent'), kind: z.literal(kind), fields, ...ENTITY, updated_at: time });
};

type Member = z.ZodObject<{ kind: z.ZodLiteral }>;

const byKind = (members: readonly z.ZodObject[]) =>
  z.discriminatedUnion('kind', members as readonly z.ZodObject[] as readonly [Member, ...Member[]]);

const entities = list(byKind(ENTITY_KINDS.map(entityOf)));

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
  byKind(
    Object.entries(EFFECTS).map(([kind, shape]) =>
      z.strictObject({ kind: z.literal(kind), ...shape, ...visibleTo }),
    ),
  ),
);

const roll = z.strictObject({
  label: nonEmptyUpTo(MAX.rollLabel).nullable(),
  notation: nonEmptyUpTo(DICE_LIMITS.notationLength),
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

/** By format version. */
const FILES: ReadonlyMap<unknown, z.ZodType> = new Map([
  [
    FILE_VERSION,
    z.strictObject({
      ...head(FILE_VERSION),
      ...world,
      events: list(event),
      sessions: list(session),
      notes: list(note),
    }),
  ],
  [FIRST_FILE_VERSION, z.strictObject({ ...head(FIRST_FILE_VERSION), ...world, events: list(firstEvent) })],
]);

/** Schemas for the patches of one target. */
interface PatchFields {
  /** All fields, as in a patch that creates or removes an entity. */
  readonly whole: z.ZodType;
  /** Any fields. */
  readonly some: z.ZodType;
  readonly optional: ReadonlySet<string>;
}

function patchFields(always: Schemas, more: Schemas = {}): PatchFields {
  const some = z.strictObject({ ...always, ...more }).partial();
  const whole = z.strictObject({ ...always, ...z.object(more).partial().shape });
  return { whole, some, optional: new Set(Object.keys(more)) };
}

const inPatch = (fields: Schemas): Schemas =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [`fields.${field}`, schema]));

function entityInPatches(kind: EntityKind): PatchFields {
  const { always, more } = storedFields(kind);
  return patchFields({ kind: z.literal(kind), ...ENTITY, ...inPatch(always) }, inPatch(more));
}

export type Patched = EntityKind | 'state' | 'campaign';

/** Patches use another name for this field than the file. */
const { dm_name: dmName, ...about } = ABOUT;
const PATCHES: ReadonlyMap<Patched, PatchFields> = new Map<Patched, PatchFields>([
  ['campaign', patchFields({ ...about, dmName })],
  ['state', patchFields(STATE)],
  ...ENTITY_KINDS.map((kind) => [kind, entityInPatches(kind)] as const),
]);

const issuesIn = (schema: z.ZodType | undefined, value: unknown): readonly Issue[] =>
  schema?.safeParse(value, { reportInput: true }).error?.issues ?? [];

/** The part of this module that checks need. The module itself is loaded only for an import. */
export type CampaignSchemas = Readonly<{
  issuesInFile: typeof issuesInFile;
  issuesInPatch: typeof issuesInPatch;
  isOptionalInPatch: typeof isOptionalInPatch;
}>;

/** An unknown version is checked as the current one. */
export const issuesInFile = (value: unknown, version: unknown): readonly Issue[] =>
  issuesIn(FILES.get(version) ?? FILES.get(FILE_VERSION), value);

export const issuesInPatch = (target: Patched, extent: 'whole' | 'some', fields: unknown): readonly Issue[] =>
  issuesIn(PATCHES.get(target)?.[extent], fields);

export const isOptionalInPatch = (target: Patched, field: string): boolean =>
  PATCHES.get(target)?.optional.has(field) ?? false;
