import * as z from 'zod';
import { type EntityKind, type FieldsOf, QUEST_STATUSES } from '../domain/campaign/entity.ts';
import { CAMPAIGN_LIMITS as MOST } from '../domain/campaign/limits.ts';
import { invalid } from '../domain/error.ts';
import { MAX_TEXT } from '../domain/text.ts';
import { listProblems, MAX_PROBLEMS } from '../lib/describe-issue.ts';
import { lazy } from '../lib/lazy.ts';
import { nearest } from '../lib/nearest.ts';
import { count, key, name, said } from './campaign-fields.ts';
import { problemsIn, valuesOf } from './errors.ts';

const text = z.string().max(MAX_TEXT).nullable();
const label = z.string().max(MOST.label).nullable();
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(MOST.list);

const record = <Value extends z.ZodType>(value: Value) =>
  z
    .record(key, value)
    .refine((all) => Object.keys(all).length <= MOST.list, { error: `has more than ${MOST.list} names` });

const isWithin = ({ current, max }: { current: number; max: number }) => current <= max;
const within = { error: 'must have a current of at most max', path: ['current'] };

const hitPoints = () =>
  z
    .strictObject({ current: count(0), max: count(0), temporary: count(0).default(0) })
    .refine(isWithin, within);

const character = () => ({
  role: z.enum(['player', 'companion']),
  player: label,
  race: label,
  classes: list(z.strictObject({ name, level: z.int().min(0).max(MOST.level) })),
  abilities: record(count()),
  hit_points: hitPoints(),
  conditions: list(name),
  slots: record(z.strictObject({ current: count(0), max: count(0) }).refine(isWithin, within)),
  inventory: list(
    z.strictObject({ name, quantity: z.int().min(1).max(MOST.count).default(1), notes: text.default(null) }),
  ),
  notes: text,
  secret_notes: text,
});

const quest = () => ({
  status: z.enum(QUEST_STATUSES),
  giver: label,
  description: text,
  reward: text,
  secret: text,
  objectives: list(z.strictObject({ text: said, is_done: z.boolean().default(false) })),
  history: list(z.strictObject({ turn: count(0), what: said })),
});

type Shape<Kind extends EntityKind> = Record<keyof FieldsOf[Kind], z.ZodType>;

const SHAPES: { readonly [Kind in EntityKind]: () => Shape<Kind> } = {
  character,
  npc: () => ({
    status: z.enum(['alive', 'dead', 'missing', 'unknown']),
    location: label,
    faction: label,
    attitude: text,
    known: text,
    truth: text,
    hit_points: hitPoints().nullable(),
    conditions: list(name),
  }),
  location: () => ({
    description: text,
    secret: text,
    is_visited: z.boolean(),
    is_name_known: z.boolean(),
    connections: list(z.strictObject({ to: name, how: text.default(null) })),
  }),
  quest,
  item: () => ({ description: text, secret: text, owner: label, location: label }),
  faction: () => ({ description: text, secret: text, stance: text }),
  thread: () => ({
    status: z.enum(['open', 'resolved']),
    description: text,
    since_turn: count(0),
    resolution: text,
    secret: text,
  }),
};

const parserFor = (kind: EntityKind) =>
  lazy(() => z.strictObject({ fields: z.strictObject(SHAPES[kind]()).partial() }));

const PARSERS = Object.fromEntries(
  (Object.keys(SHAPES) as EntityKind[]).map((kind) => [kind, parserFor(kind)]),
) as Readonly<Record<EntityKind, ReturnType<typeof parserFor>>>;

/** Which fields there are depends on the kind, which no schema of arguments can say. */
export function parseEntityFields(
  kind: EntityKind,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const parsed = PARSERS[kind]().safeParse({ fields }, { reportInput: true });
  if (parsed.success) return parsed.data.fields;
  const { issues } = parsed.error;
  const known = Object.keys(SHAPES[kind]());
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 1 ? issue.keys : [],
  );
  const problems = problemsIn(parsed.error, `is no field of this kind (${kind})`);
  const meant = unknown.flatMap((one) => nearest(one, known, 1).map((near) => `${one} → ${near}`));
  const values = issues.flatMap(valuesOf);
  throw invalid(
    unknown.length === issues.length ? 'unknown_argument' : 'invalid_arguments',
    `save_entity: ${listProblems(problems)}.`,
    meant.length > 0
      ? `Did you mean ${meant.join(', ')}? Nothing was written.`
      : `A ${kind} has ${known.join(', ')}; nothing was written.`,
    {
      fields: problems.slice(0, MAX_PROBLEMS),
      allowed: unknown.length > 0 || values.length === 0 ? known : values,
    },
  );
}
