import * as z from 'zod';
import { MAX_TEXT } from '../../domain/check-text.ts';
import { sessionId } from '../../mcp/fields.ts';
import { keyUpTo, nonEmptyUpTo } from '../app/entity-schema.ts';
import { CAMPAIGN_LIMITS as MOST, VISIBILITIES } from '../domain/entity.ts';

/** Of a tool that takes `campaign` as well. */
export const campaignSession = sessionId
  .optional()
  .describe('Session whose campaign is meant, if campaign is not given.');

/** Parameters that several tools of a campaign share. */
export const nonEmptyText = nonEmptyUpTo(MAX_TEXT);
export const name = nonEmptyUpTo(MOST.name);
export const names = z.array(name).max(MOST.list);
export const key = keyUpTo(MOST.key);
export const count = (min: number = -MOST.count) => z.int().min(min).max(MOST.count);

export const campaignName = keyUpTo(1_000);

export const campaignField = campaignName
  .optional()
  .describe("Campaign name or id. Default: the session's, else the folder's.");

export const visibility = z
  .enum(VISIBILITIES)
  .optional()
  .describe(
    'Who may know: dm_only: the game master; private: also private_to; public: everyone. Default public, with private_to private.',
  );

export const privateTo = names
  .optional()
  .describe('Names of characters who may know it, besides the game master.');

export const expectedVersion = count(0)
  .max(1_000_000_000)
  .optional()
  .describe('Campaign version that you last saw; the call fails if it has changed.');

export const idempotencyKey = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('Retry key: calls with the same key return the first result.');

export const asPlayer = z
  .union([z.boolean(), name])
  .optional()
  .describe(
    "true: only what the party knows. A character's name: also what is private to them. Default: everything.",
  );

export const initiative = z
  .array(z.strictObject({ name: name.describe('Combatant.'), score: count().describe('Initiative score.') }))
  .max(MOST.list)
  .optional()
  .describe('Combatants in turn order.');

export const flagValue = z.union([z.string().max(MOST.flag), z.number(), z.boolean(), z.null()]);

export const rolls = z
  .array(
    z.strictObject({
      notation: z.string().min(1).max(200).describe('Such as 1d20+5; syntax as in roll_dice.'),
      label: name.optional().describe('What the roll is for.'),
      total: count().optional().describe('Result rolled at the table. Omit it to roll here.'),
      detail: z.string().max(MOST.rollDetail).optional().describe('Single dice of that result.'),
    }),
  )
  .max(MOST.rolls)
  .optional()
  .describe('Dice that were rolled, or are to be rolled here.');
