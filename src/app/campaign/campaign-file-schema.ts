import * as z from 'zod';
import { DICE_LIMITS } from '../../domain/campaign/dice/dice-limits.ts';
import { ENTITY_KINDS, type EntityKind, QUEST_STATUSES } from '../../domain/campaign/entity.ts';
import { type Effect, EVENT_TYPES } from '../../domain/campaign/event.ts';
import { FILE_FORMAT, FILE_VERSION, FIRST_FILE_VERSION } from '../../domain/campaign/export/campaign-file.ts';
import type { GameState } from '../../domain/campaign/game-state.ts';
import { CAMPAIGN_LIMITS as MAX } from '../../domain/campaign/limits.ts';
import type { Issue } from '../../lib/describe-issue.ts';
import * as parts from './schema-parts.ts';
import { type Schemas, storedFields } from './schema-parts.ts';
import { note, session } from './session-schema.ts';

const { branch, count, countUp, flagValue, idOf, key, list, map, moment, name, said } = parts;
const { saidUpTo, seen, sum, textOf, turn, upTo, whole, words } = parts;

/** Where the game stands. */
const STATE: Readonly<Record<keyof GameState, z.ZodType>> = {
  location: name.nullable(),
  in_game_date: name.nullable(),
  in_combat: z.boolean(),
  initiative: list(z.strictObject({ name, score: count }), MAX.list),
  current_turn: name.nullable(),
  round: countUp,
  party_funds: map(key, sum),
  flags: map(key, flagValue),
};

const rule = upTo(MAX.rule);
const rules = map(key, rule).check(({ value, issues }) => {
  if (Object.hasOwn(Object(value), 'system') || issues.length > 0) return;
  issues.push({ code: 'invalid_type', expected: 'string', path: ['system'], input: undefined });
});

/** What is said of a campaign. */
const ABOUT = {
  description: upTo(MAX.description).nullable(),
  dm_name: name.nullable(),
  setting: upTo(MAX.setting).nullable(),
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
  created_at: moment,
  updated_at: moment,
});

const branches = list(
  z.strictObject({
    id: branch,
    parent: branch.nullable(),
    forked_at: turn,
    last_turn: turn,
    reason: words.nullable(),
    created_at: moment,
  }),
);

const ENTITY = { name, ...seen, is_removed: z.boolean(), created_at: moment };

const entityOf = (kind: EntityKind) => {
  const { always, more } = storedFields(kind);
  const fields = z.strictObject({ ...always, ...z.object(more).partial().shape });
  return z.strictObject({ id: idOf('ent'), kind: z.literal(kind), fields, ...ENTITY, updated_at: moment });
};

type Member = z.ZodObject<{ kind: z.ZodLiteral }>;

/** What is known by its kind. */
const byKind = (members: readonly z.ZodObject[]) =>
  z.discriminatedUnion('kind', members as readonly z.ZodObject[] as readonly [Member, ...Member[]]);

const entities = list(byKind(ENTITY_KINDS.map(entityOf)));

const fieldsOfPatch = map(textOf({ max: 200 }), z.unknown());

/** What patches hold is checked when it is known what they are of. */
const patches = list(
  z.strictObject({
    branch,
    turn,
    number: whole(1, 1_000_000_000),
    target: z.union([z.literal(['state', 'campaign']), idOf('ent')], {
      error: 'must be state, campaign or an id that begins with ent_',
    }),
    before: fieldsOfPatch,
    after: fieldsOfPatch,
    at: moment,
  }),
);

const EFFECTS: { readonly [Kind in Effect['kind']]: Schemas } = {
  hit_points: { who: name, from: countUp, to: countUp, max: countUp },
  condition: { who: name, added: list(name), removed: list(name) },
  death: { who: name },
  damage: { who: name, amount: count, total: countUp },
  moved: { from: name.nullable(), to: name },
  quest: {
    quest: name,
    status: z.literal(QUEST_STATUSES).nullable(),
    done: list(said),
    note: said.nullable(),
  },
  item: { who: name, item: name, quantity: count },
  funds: { coin: key, amount: count },
  flag: { name: key, value: flagValue.nullable() },
  time: { to: name },
  npc: {
    who: name,
    status: z.literal(['alive', 'dead', 'missing', 'unknown']).nullable(),
    learned: said.nullable(),
  },
  thread: { thread: name, status: z.literal(['open', 'resolved']) },
  combat: { is_over: z.boolean() },
};

const effects = list(
  byKind(
    Object.entries(EFFECTS).map(([kind, shape]) =>
      z.strictObject({ kind: z.literal(kind), ...shape, ...seen }),
    ),
  ),
);

const roll = z.strictObject({
  label: saidUpTo(MAX.rollLabel).nullable(),
  notation: saidUpTo(DICE_LIMITS.notationLength),
  total: z.number().min(-DICE_LIMITS.result).max(DICE_LIMITS.result),
  detail: words,
});

/** An event of the first version of the file. */
const firstEvent = z.strictObject({
  id: idOf('evt'),
  branch,
  turn,
  is_turn: z.boolean(),
  session_id: idOf('ses').nullable(),
  event_type: z.literal(EVENT_TYPES),
  title: name.nullable(),
  description: said,
  narration: words.nullable(),
  actor: name.nullable(),
  characters: list(name, MAX.list),
  location: name.nullable(),
  importance: whole(MAX.leastImportance, MAX.mostImportance),
  tags: list(name, MAX.list),
  rolls: list(roll, MAX.rolls),
  effects,
  ...seen,
  in_game_date: name.nullable(),
  occurred_at: moment.nullable(),
  at: moment,
});

const event = firstEvent.extend({ context: words.nullable() });

const head = (format: number) => ({
  format: z.literal(FILE_FORMAT),
  format_version: z.literal(format),
  is_partial: z.literal(false),
  exported_at: moment,
});

const world = { campaign, branches, entities, patches };

/** By the version of the format: a whole campaign as it is written today, and as it was written before. */
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

/** What patches of one target may hold. */
interface PatchFields {
  /** All of it, as a patch has it that makes or removes something. */
  readonly whole: z.ZodType;
  /** Any part of it. */
  readonly some: z.ZodType;
  /** Fields that it need not have. */
  readonly optional: ReadonlySet<string>;
}

function patchFields(always: Schemas, more: Schemas = {}): PatchFields {
  const some = z.strictObject({ ...always, ...more }).partial();
  const whole = z.strictObject({ ...always, ...z.object(more).partial().shape });
  return { whole, some, optional: new Set(Object.keys(more)) };
}

const inPatch = (fields: Schemas): Schemas =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [`fields.${field}`, schema]));

/** An entity, one level deep. */
function entityInPatches(kind: EntityKind): PatchFields {
  const { always, more } = storedFields(kind);
  return patchFields({ kind: z.literal(kind), ...ENTITY, ...inPatch(always) }, inPatch(more));
}

/** What a patch is of. */
export type Patched = EntityKind | 'state' | 'campaign';

/** The fields of the campaign have other names in patches than in the file. */
const { dm_name: dmName, ...about } = ABOUT;
const PATCHES: ReadonlyMap<Patched, PatchFields> = new Map<Patched, PatchFields>([
  ['campaign', patchFields({ ...about, dmName })],
  ['state', patchFields(STATE)],
  ...ENTITY_KINDS.map((kind) => [kind, entityInPatches(kind)] as const),
]);

const issuesIn = (schema: z.ZodType | undefined, value: unknown): readonly Issue[] =>
  schema?.safeParse(value, { reportInput: true }).error?.issues ?? [];

/** What a check of a campaign file needs of this file, which is loaded when a file is read. */
export type CampaignSchemas = Readonly<{
  issuesInFile: typeof issuesInFile;
  issuesInPatch: typeof issuesInPatch;
  isOptionalInPatch: typeof isOptionalInPatch;
}>;

/** What does not fit in a file of a format that is known; of any other, as if it were of today's. */
export const issuesInFile = (value: unknown, version: unknown): readonly Issue[] =>
  issuesIn(FILES.get(version) ?? FILES.get(FILE_VERSION), value);

/** What does not fit in one side of a patch, which holds all fields of its target or some of them. */
export const issuesInPatch = (target: Patched, extent: 'whole' | 'some', fields: unknown): readonly Issue[] =>
  issuesIn(PATCHES.get(target)?.[extent], fields);

/** Whether something of this kind need not have the field. */
export const isOptionalInPatch = (target: Patched, field: string): boolean =>
  PATCHES.get(target)?.optional.has(field) ?? false;
