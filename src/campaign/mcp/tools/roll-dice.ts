import * as z from 'zod';
import { snakeKeys } from '../../../lib/key-case.ts';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { sessionId } from '../../../mcp/fields.ts';
import { name, privateTo, visibility } from '../campaign-fields.ts';
import { fitFacts, fitList } from '../campaign-results.ts';

export const rollDice = defineTool({
  name: 'roll_dice',
  title: 'Roll dice',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Roll dice fairly and see every die; use it for checks, damage and anything chance decides, instead of making up a number. ' +
    'Notation: 2d6+3, 4d6kh3 (keep; kl, dh, dl), 3d6! (explode), 2d6r1 (reroll), d%, 4dF, with + - * / and parentheses; at most 1000 dice. ' +
    'Writes nothing without session_id; with it the roll is added to the campaign as an event, durable when it answers. ' +
    'Each call rolls anew, but one seed always gives the same. ' +
    'Dice of a turn can also go in rolls of player_action; get_events finds those that were kept.',
  input: () =>
    z.strictObject({
      notation: z.string().min(1).max(200).describe('Such as 1d20+5.'),
      advantage: z.boolean().optional().describe('Rolls the first d20 twice, keeps the higher.'),
      disadvantage: z.boolean().optional().describe('Keeps the lower; both together are neither.'),
      label: name.optional().describe('What it is for.'),
      seed: z.string().min(1).max(200).optional().describe('Makes it repeatable; any text.'),
      session_id: sessionId.optional().describe('A sitting of a campaign, to keep the roll in.'),
      visibility,
      private_to: privateTo,
    }),
  output: () =>
    z.object({
      detail: z.string(),
      total: z.number(),
      label: z.string().nullable(),
      dice: z.array(
        z.object({
          sides: z.union([z.number(), z.string()]),
          rolled: z.number(),
          is_kept: z.boolean(),
          is_exploded: z.boolean(),
          rerolled_from: z.array(z.number()),
        }),
      ),
      dice_left_out: z.int(),
      is_cut_short: z.boolean().describe('Explosions or rerolls were stopped at their limit.'),
      event_id: z.string().nullable(),
    }),
  handle: async ({ services, caller }, input) => {
    const { detail, total, dice, isCutShort, eventId } = await services.rollDice(caller, input);
    const shown = fitList(dice.map(snakeKeys), 9_000);
    return reply(
      {
        detail: fitFacts(detail, 6_000).facts,
        total,
        label: input.label ?? null,
        dice: shown.items,
        dice_left_out: shown.leftOut,
        is_cut_short: isCutShort,
        event_id: eventId,
      },
      'detail',
    );
  },
});
