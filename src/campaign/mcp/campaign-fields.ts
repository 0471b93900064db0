import * as z from 'zod';
import { MAX_TEXT } from '../../domain/check-text.ts';
import { sessionId } from '../../mcp/fields.ts';
import { keyUpTo, nonEmptyUpTo } from '../app/entity-schema.ts';
import { CAMPAIGN_LIMITS as MAX, VISIBILITIES } from '../domain/entity.ts';

/** Of a tool that takes `campaign` as well. */
export const campaignSession = sessionId
  .optional()
  .describe('Session whose campaign is meant, if campaign is not given.');

export const nonEmptyText = nonEmptyUpTo(MAX_TEXT);
export const name = nonEmptyUpTo(MAX.name);
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

export const idempotencyKey = z
  .string()
  .min(1)
  .max(500)
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
      notation: z.string().min(1).max(200).describe('Such as 1d20+5; syntax as in roll_dice.'),
      label: name.optional().describe('What the roll is for.'),
      total: count()
        .optional()
        .describe('Result that was rolled. Omit it to roll now, if nothing you narrate depends on it.'),
      detail: z.string().max(MAX.rollDetail).optional().describe('The individual dice of that result.'),
    }),
  )
  .max(MAX.rolls)
  .optional()
  .describe('Dice: with total if they were rolled before (roll_dice); without it they are rolled now.');
