import * as z from 'zod';
import { MAX_EPITAPH, MAX_REASON } from '../../../app/input-constraints.ts';
import { MAX_AGENT, MAX_TITLE } from '../../../app/start-session.ts';
import { countCodePoints, isLongerThan, MAX_TEXT } from '../../../domain/check-text.ts';
import { NOTE_LIMITS, NOTE_VISIBILITIES } from '../../../domain/note/note.ts';
import { SUCCESSION_POLICIES } from '../../../domain/session/session.ts';
import { MAX_PROBLEMS, showGiven } from '../../../lib/describe-issue.ts';
import { isJsonObject } from '../../../lib/json-depth.ts';
import { type EntityKind, CAMPAIGN_LIMITS as MAX, VISIBILITIES } from '../../domain/entity.ts';
import { EXPORTED_STATUSES } from '../../domain/export/campaign-copy.ts';
import { type FieldSchemas, fieldsOf } from '../entity-schema.ts';

/** Parts of the schema of a campaign file. They do not transform values, because a file is stored as it was written. */

type Rejected = z.core.$ZodRawIssue;

interface TextBounds {
  readonly max: number;
  readonly min?: number;
}

/** A redaction marker may be longer than the secret it replaces, so it counts as one character. */
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

export const textUpTo = (max: number) => textOf({ max });
export const nonEmptyTextUpTo = (max: number) => textOf({ max, min: 1 });

export const text = textUpTo(MAX_TEXT);
export const nonEmptyText = nonEmptyTextUpTo(MAX_TEXT);
export const name = nonEmptyTextUpTo(MAX.name);
export const key = nonEmptyTextUpTo(MAX.key);
export const unboundedText = textOf({ max: Number.POSITIVE_INFINITY });

export const integer = (min: number, max: number) => z.int().min(min).max(max);
export const count = integer(-MAX.count, MAX.count);
export const nonNegative = integer(0, MAX.count);
export const sum = integer(0, Number.MAX_SAFE_INTEGER);
export const turn = integer(0, 1_000_000_000);
/** Leaves room for later changes. */
export const version = integer(1, Number.MAX_SAFE_INTEGER - 1_000_000);

const issuesAt = (schema: z.ZodType, value: unknown, step: PropertyKey): Rejected[] =>
  (schema.safeParse(value, { reportInput: true }).error?.issues ?? []).map(
    (issue) => ({ ...issue, path: [step, ...issue.path] }) as Rejected,
  );

/** Stops after enough problems: those of millions of wrong items would fill the memory. */
export const list = (item: z.ZodType, max = Number.POSITIVE_INFINITY) =>
  z.array(z.unknown()).check(({ value, issues }) => {
    if (value.length > max) {
      issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: value });
      return;
    }
    for (let index = 0; index < value.length && issues.length < MAX_PROBLEMS; index += 1)
      issues.push(...issuesAt(item, value[index], index));
  });

/** An object whose keys people chose. A record of zod ignores the key `__proto__`. */
export const map = (names: z.ZodType, item: z.ZodType, max = Number.POSITIVE_INFINITY) =>
  z.unknown().check(({ value, issues }) => {
    if (!isJsonObject(value)) {
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

const OPTIONAL: Partial<Record<EntityKind, readonly string[]>> = {
  npc: ['hit_points', 'conditions'],
  location: ['is_name_known'],
};

export type Schemas = Readonly<Record<string, z.ZodType>>;

export const storedFields = (kind: EntityKind): { schemas: Schemas; optional: readonly string[] } => ({
  schemas: fieldsOf(kind, STORED_SCHEMAS),
  optional: OPTIONAL[kind] ?? [],
});

const closing = z.strictObject({
  reason: nonEmptyTextUpTo(MAX_REASON).nullable(),
  epitaph: nonEmptyTextUpTo(MAX_EPITAPH).nullable(),
  policy: z.literal(SUCCESSION_POLICIES),
});

const handoff = z.strictObject({
  summary: nonEmptyText.nullable(),
  is_current: z.boolean(),
  is_derived: z.boolean(),
  is_reopened: z.boolean(),
  note_id: idOf('not').nullable(),
  at: time,
});

export const session = z.strictObject({
  id: idOf('ses'),
  number: integer(1, 1_000_000_000),
  title: nonEmptyTextUpTo(MAX_TITLE).nullable(),
  agent: nonEmptyTextUpTo(MAX_AGENT).nullable(),
  status: z.literal(EXPORTED_STATUSES),
  started_at: time,
  heard_at: time,
  paused_at: time.nullable(),
  ended_at: time.nullable(),
  closed_at: time.nullable(),
  active_ms: sum,
  predecessor_id: idOf('ses').nullable(),
  successor_id: idOf('ses').nullable(),
  closing: closing.nullable(),
  handoff: handoff.nullable(),
});

const lines = list(nonEmptyText, NOTE_LIMITS.list);

export const note = z.strictObject({
  id: idOf('not'),
  session_id: idOf('ses'),
  session_number: integer(0, NOTE_LIMITS.number).nullable(),
  title: nonEmptyTextUpTo(NOTE_LIMITS.title).nullable(),
  summary: nonEmptyText,
  events: lines,
  characters_present: lines,
  npcs_encountered: lines,
  quest_updates: map(nonEmptyTextUpTo(NOTE_LIMITS.quest), nonEmptyText),
  combat_encounters: lines,
  experience_gained: z.number().min(0).max(NOTE_LIMITS.experience).nullable(),
  treasure_found: lines,
  notes: nonEmptyText.nullable(),
  visibility: z.literal(NOTE_VISIBILITIES),
  occurred_at: time.nullable(),
  version,
  created_at: time,
  updated_at: time,
});
