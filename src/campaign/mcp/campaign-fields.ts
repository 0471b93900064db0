import * as z from 'zod';
import { MAX_TEXT } from '../../domain/check-text.ts';
import { keyUpTo, nonEmptyUpTo } from '../app/entity-schema.ts';
import { CAMPAIGN_LIMITS as MOST, VISIBILITIES } from '../domain/entity.ts';

/** Parameters that several tools of a campaign share. */
export const nonEmptyText = nonEmptyUpTo(MAX_TEXT);
export const name = nonEmptyUpTo(MOST.name);
export const names = z.array(name).max(MOST.list);
export const key = keyUpTo(MOST.key);
export const count = (min: number = -MOST.count) => z.int().min(min).max(MOST.count);

export const campaignName = keyUpTo(1_000);

export const campaignField = campaignName
  .optional()
  .describe("Name or id; default: the session's, else the folder's.");

export const visibility = z
  .enum(VISIBILITIES)
  .optional()
  .describe('dm_only: the game master; private: also private_to; default public, with private_to private.');

export const privateTo = names
  .optional()
  .describe('Names of the characters who may know, besides the game master.');

export const expectedVersion = count(0)
  .max(1_000_000_000)
  .optional()
  .describe('The version you saw; refused if somebody played on.');

export const idempotencyKey = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('Names this call in its campaign; sent again, it answers the same.');

export const asPlayer = z
  .union([z.boolean(), name])
  .optional()
  .describe("true: what the party may know; a character's name: also what is private to them. Default: all.");

export const initiative = z
  .array(z.strictObject({ name, score: count() }))
  .max(MOST.list)
  .optional()
  .describe('In order.');

export const flagValue = z.union([z.string().max(MOST.flag), z.number(), z.boolean(), z.null()]);

export const rolls = z
  .array(
    z.strictObject({
      notation: z.string().min(1).max(200).describe('Such as 1d20+5.'),
      label: name.optional(),
      total: count().optional().describe('As rolled at the table; left out, it is rolled here.'),
      detail: z.string().max(MOST.rollDetail).optional(),
    }),
  )
  .max(MOST.rolls)
  .optional()
  .describe('Dice of this turn, or to be rolled for it.');
