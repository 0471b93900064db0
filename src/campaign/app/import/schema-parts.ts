import * as z from 'zod';
import { countCodePoints, isLongerThan, MAX_TEXT } from '../../../domain/check-text.ts';
import { MAX_PROBLEMS, showGiven } from '../../../lib/describe-issue.ts';
import { type EntityKind, VISIBILITIES } from '../../domain/entity.ts';
import { CAMPAIGN_LIMITS as MAX } from '../../domain/limits.ts';
import { type FieldSchemas, fieldsOf } from '../entity-schema.ts';

/** The parts of a stored campaign. They leave a value as it is, because a file is stored as it was written. */

type Rejected = z.core.$ZodRawIssue;

interface TextBounds {
  readonly max: number;
  readonly min?: number;
}

/** A mark in place of a secret may be longer than the secret, for which the limit held. */
const withShortMarks = (text: string): string => text.replaceAll(/\[redacted:[^\]\s]{1,60}\]/g, '*');

function textProblem(text: string, { max, min = 0 }: TextBounds): readonly [string, number?] | undefined {
  if (text.trim().length < min) return ['is empty', min];
  if (text.length > max && isLongerThan(withShortMarks(text), max))
    return [`is ${countCodePoints(text)} characters long; the limit is ${max}`, max];
  if (text.includes('\u0000')) return ['contains a NUL character'];
  return text.isWellFormed() ? undefined : ['contains half of a surrogate pair'];
}

export const textOf = (bounds: TextBounds) =>
  z.string().check((context) => {
    const [message, limit] = textProblem(context.value, bounds) ?? [];
    if (message !== undefined)
      context.issues.push({ code: 'custom', message, params: { limit }, input: context.value });
  });

/** Perhaps empty. */
export const textUpTo = (max: number) => textOf({ max });
export const nonEmptyUpTo = (max: number) => textOf({ max, min: 1 });

export const text = textUpTo(MAX_TEXT);
export const nonEmptyText = nonEmptyUpTo(MAX_TEXT);
export const name = nonEmptyUpTo(MAX.name);
export const key = nonEmptyUpTo(MAX.key);
/** What a game adds to, turn by turn, has no limit of its own. */
export const unboundedText = textOf({ max: Number.POSITIVE_INFINITY });

export const integer = (min: number, max: number) => z.int().min(min).max(max);
export const count = integer(-MAX.count, MAX.count);
export const nonNegative = integer(0, MAX.count);
export const sum = integer(0, Number.MAX_SAFE_INTEGER);
export const turn = integer(0, 1_000_000_000);
/** With room for what is written later. */
export const version = integer(1, Number.MAX_SAFE_INTEGER - 1_000_000);

/** The issues that a value has by one schema, placed at `step` of the value that holds it. */
const issuesAt = (schema: z.ZodType, value: unknown, step: PropertyKey): Rejected[] =>
  (schema.safeParse(value, { reportInput: true }).error?.issues ?? []).map(
    (issue) => ({ ...issue, path: [step, ...issue.path] }) as Rejected,
  );

/** Stops at enough problems: a file of many million wrong items must not fill the memory with what is wrong with them. */
export const list = (item: z.ZodType, max = Number.POSITIVE_INFINITY) =>
  z.array(z.unknown()).check(({ value, issues }) => {
    if (value.length > max) {
      issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: value });
      return;
    }
    for (let index = 0; index < value.length && issues.length < MAX_PROBLEMS; index += 1)
      issues.push(...issuesAt(item, value[index], index));
  });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names that people chose. A record of zod ignores the name `__proto__`, and a game may have one. */
export const map = (names: z.ZodType, item: z.ZodType, max = Number.POSITIVE_INFINITY) =>
  z.unknown().check(({ value, issues }) => {
    if (!isObject(value)) {
      issues.push({ code: 'invalid_type', expected: 'record', input: value });
      return;
    }
    const entries = Object.entries(value);
    if (entries.length > max) {
      const message = `has ${entries.length} names; the limit is ${max}`;
      issues.push({ code: 'custom', message, params: { limit: max }, input: value });
      return;
    }
    for (const [one, held] of entries) {
      if (issues.length >= MAX_PROBLEMS) return;
      const { error } = names.safeParse(one, { reportInput: true });
      if (error !== undefined)
        issues.push({ code: 'invalid_key', origin: 'record', issues: error.issues, path: [one], input: one });
      issues.push(...issuesAt(item, held, one));
    }
  });

const isMoment = (text: string): boolean => {
  const at = new Date(text);
  return Number.isFinite(at.getTime()) && at.toISOString() === text;
};

export const time = z.string().refine(isMoment, {
  error: ({ input }) => `must be a moment such as 2026-03-01T09:30:00.000Z, not ${showGiven(input)}`,
});

export const idOf = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-9a-zA-Z]{1,60}$`), {
    error: ({ input }) => `must be an id that begins with ${prefix}_, not ${showGiven(input)}`,
  });

export const branch = textOf({ max: 200, min: 1 });

export const flagValue = z.union([textUpTo(MAX.flag), z.number(), z.boolean()], {
  error: `must be text of at most ${MAX.flag} characters, a number, true or false`,
});

export const visibleTo = { visibility: z.literal(VISIBILITIES), private_to: list(idOf('ent'), MAX.list) };

/** As an export has it: whole, and with what the game added since. */
const STORED_SCHEMAS: FieldSchemas = {
  name,
  nonEmptyText,
  text,
  label: textUpTo(MAX.label).nullable(),
  unboundedText,
  history: unboundedText,
  unboundedList: (item) => list(item),
  boundedList: (item) => list(item, MAX.list),
  byName: (item) => map(key, item, MAX.list),
  turn,
  maxQuantity: Number.MAX_SAFE_INTEGER,
  withDefault: (schema) => schema,
  npcHitPoints: (schema) =>
    z.union([schema, z.strictObject({ damage: nonNegative })], {
      error: 'must be hit points, or the damage taken',
    }),
};

/** Fields that a stored entity has only once something was said of them. */
const OPTIONAL: Partial<Record<EntityKind, readonly string[]>> = {
  npc: ['hit_points', 'conditions'],
  location: ['is_name_known'],
};

export type Schemas = Readonly<Record<string, z.ZodType>>;

/** The fields of one kind as they are stored: those that it always has, and those that it need not have. */
export function storedFields(kind: EntityKind): { readonly always: Schemas; readonly more: Schemas } {
  const optional = OPTIONAL[kind] ?? [];
  const fields = Object.entries(fieldsOf(kind, STORED_SCHEMAS));
  return {
    always: Object.fromEntries(fields.filter(([field]) => !optional.includes(field))),
    more: Object.fromEntries(fields.filter(([field]) => optional.includes(field))),
  };
}
