import * as z from 'zod';
import { MAX_TEXT } from '../../domain/check-text.ts';
import { type EntityKind, type FieldsOf, CAMPAIGN_LIMITS as MAX, QUEST_STATUSES } from '../domain/entity.ts';

/** Unbounded texts and lists grow from turn to turn. */
type TextPart = 'name' | 'nonEmptyText' | 'text' | 'label' | 'unboundedText' | 'history' | 'turn';
type WrapperPart = 'unboundedList' | 'boundedList' | 'byName' | 'npcHitPoints';

export interface FieldSchemas
  extends Readonly<Record<TextPart, z.ZodType> & Record<WrapperPart, (item: z.ZodType) => z.ZodType>> {
  readonly maxQuantity: number;
  readonly withDefault: (schema: z.ZodType, value: unknown) => z.ZodType;
}

const count = z.int().min(-MAX.count).max(MAX.count);
const nonNegative = z.int().min(0).max(MAX.count);

const points = (more: Readonly<Record<string, z.ZodType>> = {}) =>
  z.strictObject({ current: nonNegative, max: nonNegative, ...more }).check(({ value, issues }) => {
    const { current, max } = value;
    if (current <= max) return;
    const message = `is ${current}; it must be at most max, ${max}`;
    issues.push({ code: 'custom', message, path: ['current'], params: { limit: max }, input: current });
  });

const hitPoints = ({ withDefault: or }: FieldSchemas) => points({ temporary: or(nonNegative, 0) });

type Shape<Kind extends EntityKind> = Readonly<Record<keyof FieldsOf[Kind], z.ZodType>>;

/** The type fails to compile if a field of a kind is missing here. */
const SHAPES: { readonly [Kind in EntityKind]: (parts: FieldSchemas) => Shape<Kind> } = {
  character: (parts) => ({
    role: z.literal(['player', 'companion']),
    player: parts.label,
    race: parts.label,
    classes: parts.boundedList(z.strictObject({ name: parts.name, level: z.int().min(0).max(MAX.level) })),
    abilities: parts.byName(count),
    hit_points: hitPoints(parts),
    conditions: parts.unboundedList(parts.name),
    slots: parts.byName(points()),
    inventory: parts.unboundedList(
      z.strictObject({
        name: parts.name,
        quantity: parts.withDefault(z.int().min(1).max(parts.maxQuantity), 1),
        notes: parts.withDefault(parts.unboundedText.nullable(), null),
      }),
    ),
    notes: parts.text.nullable(),
    secret_notes: parts.text.nullable(),
  }),
  npc: (parts) => ({
    status: z.literal(['alive', 'dead', 'missing', 'unknown']),
    location: parts.label,
    faction: parts.label,
    attitude: parts.text.nullable(),
    known: parts.unboundedText.nullable(),
    truth: parts.text.nullable(),
    hit_points: parts.npcHitPoints(hitPoints(parts)).nullable(),
    conditions: parts.unboundedList(parts.name),
  }),
  location: (parts) => ({
    description: parts.text.nullable(),
    secret: parts.text.nullable(),
    is_visited: z.boolean(),
    is_name_known: z.boolean(),
    connections: parts.boundedList(
      z.strictObject({ to: parts.name, how: parts.withDefault(parts.text.nullable(), null) }),
    ),
  }),
  quest: (parts) => ({
    status: z.literal(QUEST_STATUSES),
    giver: parts.label,
    description: parts.text.nullable(),
    reward: parts.text.nullable(),
    secret: parts.text.nullable(),
    objectives: parts.unboundedList(
      z.strictObject({ text: parts.nonEmptyText, is_done: parts.withDefault(z.boolean(), false) }),
    ),
    history: parts.unboundedList(z.strictObject({ turn: parts.turn, what: parts.history })),
  }),
  item: ({ text, label }) => ({
    description: text.nullable(),
    secret: text.nullable(),
    owner: label,
    location: label,
  }),
  faction: ({ text }) => ({
    description: text.nullable(),
    secret: text.nullable(),
    stance: text.nullable(),
  }),
  thread: ({ text, turn }) => ({
    status: z.literal(['open', 'resolved']),
    description: text.nullable(),
    since_turn: turn,
    resolution: text.nullable(),
    secret: text.nullable(),
  }),
};

const isNotBlank = (text: string) => text.trim() !== '';
const textUpTo = (max: number) => z.string().max(max);
export const nonEmptyTextUpTo = (max: number) => textUpTo(max).refine(isNotBlank, { error: 'is empty' });
/** Only keys are checked here for what the store cannot hold; texts are checked when they are stored. */
const isKey = (key: string) => isNotBlank(key) && !key.includes('\u0000') && key.isWellFormed();
export const keyUpTo = (max: number) => textUpTo(max).refine(isKey, { error: 'cannot be used as a name' });
const boundedList = (item: z.ZodType) => z.array(item).max(MAX.list);

const INPUT_SCHEMAS: FieldSchemas = {
  name: nonEmptyTextUpTo(MAX.name),
  nonEmptyText: nonEmptyTextUpTo(MAX_TEXT),
  text: textUpTo(MAX_TEXT),
  label: textUpTo(MAX.label).nullable(),
  unboundedText: textUpTo(MAX_TEXT),
  history: nonEmptyTextUpTo(MAX_TEXT),
  unboundedList: boundedList,
  boundedList: boundedList,
  byName: (item) =>
    z.record(keyUpTo(MAX.key), item).refine((all) => Object.keys(all).length <= MAX.list, {
      error: ({ input }) => `has ${Object.keys(Object(input)).length} names; the limit is ${MAX.list}`,
    }),
  turn: nonNegative,
  maxQuantity: MAX.count,
  withDefault: (schema, value) => schema.default(value),
  npcHitPoints: (schema) => schema,
};

export const inputFields = (kind: EntityKind) => z.strictObject(SHAPES[kind](INPUT_SCHEMAS)).partial();

export const fieldsOf = (kind: EntityKind, parts: FieldSchemas) => SHAPES[kind](parts);
