import * as z from 'zod';
import { type EntityKind, type FieldsOf, QUEST_STATUSES } from '../../domain/campaign/entity.ts';
import { CAMPAIGN_LIMITS as MAX } from '../../domain/campaign/limits.ts';
import { MAX_TEXT } from '../../domain/text.ts';

/** What the fields of an entity are made of. */
export interface Parts {
  readonly name: z.ZodType;
  readonly said: z.ZodType;
  readonly words: z.ZodType;
  readonly label: z.ZodType;
  /** Texts and lists that a game adds to, turn by turn. */
  readonly grown: z.ZodType;
  readonly history: z.ZodType;
  readonly many: (item: z.ZodType) => z.ZodType;
  readonly few: (item: z.ZodType) => z.ZodType;
  readonly named: (item: z.ZodType) => z.ZodType;
  readonly turn: z.ZodType;
  readonly maxQuantity: number;
  /** What may be left out where somebody writes it. */
  readonly or: (schema: z.ZodType, value: unknown) => z.ZodType;
  readonly npcHitPoints: (hitPoints: z.ZodType) => z.ZodType;
}

const count = z.int().min(-MAX.count).max(MAX.count);
const countUp = z.int().min(0).max(MAX.count);

const points = (more: Readonly<Record<string, z.ZodType>> = {}) =>
  z.strictObject({ current: countUp, max: countUp, ...more }).check(({ value, issues }) => {
    const { current, max } = value;
    if (current <= max) return;
    const message = `is ${current}; it must be at most max, ${max}`;
    issues.push({ code: 'custom', message, path: ['current'], params: { limit: max }, input: current });
  });

const hitPoints = ({ or }: Parts) => points({ temporary: or(countUp, 0) });

type Shape<Kind extends EntityKind> = Readonly<Record<keyof FieldsOf[Kind], z.ZodType>>;

/** Exactly these fields of each kind; the types miss a field that is added to a kind and not here. */
const SHAPES: { readonly [Kind in EntityKind]: (parts: Parts) => Shape<Kind> } = {
  character: (parts) => ({
    role: z.literal(['player', 'companion']),
    player: parts.label,
    race: parts.label,
    classes: parts.few(z.strictObject({ name: parts.name, level: z.int().min(0).max(MAX.level) })),
    abilities: parts.named(count),
    hit_points: hitPoints(parts),
    conditions: parts.many(parts.name),
    slots: parts.named(points()),
    inventory: parts.many(
      z.strictObject({
        name: parts.name,
        quantity: parts.or(z.int().min(1).max(parts.maxQuantity), 1),
        notes: parts.or(parts.grown.nullable(), null),
      }),
    ),
    notes: parts.words.nullable(),
    secret_notes: parts.words.nullable(),
  }),
  npc: (parts) => ({
    status: z.literal(['alive', 'dead', 'missing', 'unknown']),
    location: parts.label,
    faction: parts.label,
    attitude: parts.words.nullable(),
    known: parts.grown.nullable(),
    truth: parts.words.nullable(),
    hit_points: parts.npcHitPoints(hitPoints(parts)).nullable(),
    conditions: parts.many(parts.name),
  }),
  location: (parts) => ({
    description: parts.words.nullable(),
    secret: parts.words.nullable(),
    is_visited: z.boolean(),
    is_name_known: z.boolean(),
    connections: parts.few(z.strictObject({ to: parts.name, how: parts.or(parts.words.nullable(), null) })),
  }),
  quest: (parts) => ({
    status: z.literal(QUEST_STATUSES),
    giver: parts.label,
    description: parts.words.nullable(),
    reward: parts.words.nullable(),
    secret: parts.words.nullable(),
    objectives: parts.many(z.strictObject({ text: parts.said, is_done: parts.or(z.boolean(), false) })),
    history: parts.many(z.strictObject({ turn: parts.turn, what: parts.history })),
  }),
  item: ({ words, label }) => ({
    description: words.nullable(),
    secret: words.nullable(),
    owner: label,
    location: label,
  }),
  faction: ({ words }) => ({
    description: words.nullable(),
    secret: words.nullable(),
    stance: words.nullable(),
  }),
  thread: ({ words, turn }) => ({
    status: z.literal(['open', 'resolved']),
    description: words.nullable(),
    since_turn: turn,
    resolution: words.nullable(),
    secret: words.nullable(),
  }),
};

const isSaid = (text: string) => text.trim() !== '';
const givenText = (max: number) => z.string().max(max);
const saidUpTo = (max: number) => givenText(max).refine(isSaid, { error: 'is empty' });
/** What no store can hold is refused in keys here; texts are checked where they are stored. */
const isKey = (key: string) => isSaid(key) && !key.includes('\u0000') && key.isWellFormed();
const givenKey = givenText(MAX.key).refine(isKey, { error: 'cannot be used as a name' });
const givenList = (item: z.ZodType) => z.array(item).max(MAX.list);

/** As somebody writes it. */
const GIVEN: Parts = {
  name: saidUpTo(MAX.name),
  said: saidUpTo(MAX_TEXT),
  words: givenText(MAX_TEXT),
  label: givenText(MAX.label).nullable(),
  grown: givenText(MAX_TEXT),
  history: saidUpTo(MAX_TEXT),
  many: givenList,
  few: givenList,
  named: (item) =>
    z.record(givenKey, item).refine((all) => Object.keys(all).length <= MAX.list, {
      error: ({ input }) => `has ${Object.keys(Object(input)).length} names; the limit is ${MAX.list}`,
    }),
  turn: countUp,
  maxQuantity: MAX.count,
  or: (schema, value) => schema.default(value),
  npcHitPoints: (schema) => schema,
};

/** The fields of one kind as a caller may write them, each of which may be left out. */
export const givenFields = (kind: EntityKind) => z.strictObject(SHAPES[kind](GIVEN)).partial();

/** The fields of one kind, made of these parts. */
export const fieldsOf = (kind: EntityKind, parts: Parts): Readonly<Record<string, z.ZodType>> =>
  SHAPES[kind](parts);
