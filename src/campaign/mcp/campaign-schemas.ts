import * as z from 'zod';
import { shorten } from '../../app/views/entity-views.ts';
import { MAX_TEXT } from '../../domain/check-text.ts';
import { jsonSize, takeThoseThatFit } from '../../lib/lists.ts';
import { identifier, sessionId } from '../../mcp/fields.ts';
import { keyUpTo, nonEmptyTextUpTo } from '../app/entity-schema.ts';
import { ENTITY_KINDS, CAMPAIGN_LIMITS as MAX, VISIBILITIES } from '../domain/entity.ts';
import { type Effect, EVENT_TYPES, type Unchanged } from '../domain/event.ts';

/** Of a tool that takes `campaign` as well. */
export const campaignSession = sessionId
  .optional()
  .describe('Session whose campaign is meant, if campaign is not given.');

export const shortText = (max: number) => z.string().min(1).max(max);
export const optionalFlag = z.boolean().optional();
export const importance = z.int().min(MAX.leastImportance).max(MAX.mostImportance);
export const nonEmptyText = nonEmptyTextUpTo(MAX_TEXT);
export const name = nonEmptyTextUpTo(MAX.name);
export const names = z.array(name).max(MAX.list);
export const key = keyUpTo(MAX.key);
export const count = (min: number = -MAX.count) => z.int().min(min).max(MAX.count);

export const campaignName = keyUpTo(1_000);

export const campaignField = campaignName
  .optional()
  .describe(
    "Campaign name or id. Default: the campaign of session_id or of the current session, else that of the server's folder.",
  );

export const visibility = z
  .enum(VISIBILITIES)
  .optional()
  .describe(
    'public: everyone may know it. dm_only: only the game master. private: also private_to; without private_to like dm_only. Default: private with private_to, else public.',
  );

export const privateTo = names
  .optional()
  .describe(
    'Names of the characters who may know it; only with visibility private, which is then the default.',
  );

export const expectedVersion = count(0)
  .max(1_000_000_000)
  .optional()
  .describe('Campaign version that you last saw; the call fails if it has changed.');

export const idempotencyKey = shortText(500)
  .optional()
  .describe('Retry key: the same call with it returns the first result; another call fails.');

export const asPlayer = z
  .union([z.boolean(), name])
  .optional()
  .describe(
    "true: only what the party knows. A character's name: also what is private to them. false (default): everything.",
  );

export const initiative = z
  .array(
    z.strictObject({
      name: name.describe('Combatant, saved or not.'),
      score: count().describe('Initiative score.'),
    }),
  )
  .max(MAX.list)
  .optional()
  .describe('Combatants in turn order; replaces the whole order.');

export const flagValue = z.union([z.string().max(MAX.flag), z.number(), z.boolean(), z.null()]);

export const rolls = z
  .array(
    z.strictObject({
      notation: identifier.describe('Such as 1d20+5; syntax as in roll_dice.'),
      label: name.optional().describe('What the roll is for.'),
      total: count()
        .optional()
        .describe('Result that was rolled. Omit it to roll now, if nothing you narrate depends on it.'),
      detail: z.string().max(MAX.rollDetail).optional().describe('The individual dice of that result.'),
    }),
  )
  .max(MAX.rolls)
  .optional()
  .describe('Dice; those without total are rolled now.');

const nullableText = z.string().nullable();
const hitPoints = z.object({ current: z.number(), max: z.number(), temporary: z.number() });

export const gameState = () =>
  z.looseObject({
    location: nullableText,
    in_game_date: nullableText,
    in_combat: z.boolean(),
    initiative: z.array(z.object({ name: z.string(), score: z.number() })),
    current_turn: nullableText,
    round: z.int(),
    party_funds: z.record(z.string(), z.number()),
    flags: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  });

export const campaign = () =>
  z.looseObject({
    campaign_id: z.string(),
    name: z.string(),
    description: nullableText,
    dm_name: nullableText,
    setting: nullableText,
    rules: z.record(z.string(), z.string()),
    game_state: gameState(),
    branch: z.string(),
    turn: z.int(),
    version: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  });

export const partyMember = () =>
  z.looseObject({
    character_id: z.string(),
    character_name: z.string(),
    character_class: nullableText,
    level: z.int(),
    hit_points: hitPoints,
    conditions: z.array(z.string()),
  });

export const questHead = () =>
  z.looseObject({ id: z.string(), title: z.string(), status: z.string(), giver: nullableText });

export const entity = () =>
  z.looseObject({
    id: z.string(),
    kind: z.enum(ENTITY_KINDS),
    name: z.string(),
    fields: z.looseObject({}),
    visibility: z.enum(VISIBILITIES),
    private_to: z.array(z.string()).describe('Ids of characters.'),
  });

export const branch = () =>
  z.looseObject({
    id: z.string(),
    parent: nullableText,
    forked_at: z.int(),
    last_turn: z.int(),
    reason: nullableText,
    is_current: z.boolean(),
  });

export const rolled = () =>
  z.object({ label: nullableText, notation: z.string(), total: z.number(), detail: z.string() });

export const effect = () => z.looseObject({ kind: z.string(), visibility: z.enum(VISIBILITIES) });

export const event = () =>
  z.looseObject({
    id: z.string(),
    turn: z.int(),
    is_turn: z.boolean(),
    event_type: z.enum(EVENT_TYPES),
    title: nullableText,
    description: z.string(),
    narration: nullableText,
    context: nullableText,
    actor: nullableText,
    characters_involved: z.array(z.string()),
    location: nullableText,
    importance: z.int(),
    tags: z.array(z.string()),
    rolls: z.array(rolled()),
    effects: z.array(effect()),
    visibility: z.enum(VISIBILITIES),
    in_game_date: nullableText,
    occurred_at: nullableText,
    at: z.string(),
    session_id: nullableText,
    branch: z.string(),
  });

export function effectFacts(
  effect: (Unchanged | Omit<Effect, 'private_to'>) & Partial<Pick<Effect, 'private_to'>>,
): Readonly<Record<string, unknown>> {
  const { private_to: _, ...facts } = effect;
  return facts;
}

function cut(value: unknown, chars: number): unknown {
  if (typeof value === 'string') return shorten(value, chars, 'get_campaign');
  const most = Math.max(20, chars / 20);
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cut(item, chars));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, most);
  return Object.fromEntries(entries.map(([key, item]) => [key, cut(item, chars)]));
}

/** The same facts in at most about `max` characters: long texts and long lists are cut until they fit. */
export function fitFacts<Facts>(facts: Facts, max: number) {
  if (jsonSize(facts) <= max) return { facts, isShortened: false };
  let chars = 4_000;
  let less = cut(facts, chars);
  while (jsonSize(less) > max && chars > 400) {
    chars /= 2;
    less = cut(facts, chars);
  }
  return { facts: less as Facts, isShortened: true };
}

export function fitList<Item>(items: readonly Item[], max: number): { items: Item[]; leftOut: number } {
  const taken = takeThoseThatFit(items, max, jsonSize);
  return { items: taken, leftOut: items.length - taken.length };
}
