import * as z from 'zod';
import { snakeKeys } from '../../../lib/key-case.ts';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { identifier, sessionId } from '../../../mcp/fields.ts';
import { fitFacts, fitList, name, optionalFlag, privateTo, visibility } from '../campaign-schemas.ts';

export const rollDice = defineTool({
  name: 'roll_dice',
  title: 'Roll dice',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Rolls dice and returns every die and the total; use it for checks, damage and anything that chance decides, instead of inventing a number. ' +
    'In a turn, roll without session_id and pass the total in rolls of player_action, which records it. Instead: player_action alone, with rolls without total, if nothing you narrate depends on the result. ' +
    'Without session_id it writes nothing; with it the roll is also stored as an event. Each call rolls again; the same seed gives the same result. ' +
    'Fails if the notation is invalid or has more than 1000 dice, advantage is asked for without a d20, or the session is closed or not a game.',
  input: () =>
    z.strictObject({
      notation: identifier.describe(
        'Such as 1d20+5, 4d6kh3 (keep the highest 3; kl lowest; dh and dl drop), 3d6! (explode), 2d6r1 (reroll ones), d%, 4dF, with + - * / (rounded down) and parentheses.',
      ),
      advantage: optionalFlag.describe('true: roll the first d20 twice and keep the higher.'),
      disadvantage: optionalFlag.describe(
        'true: roll the first d20 twice and keep the lower. Together with advantage, both are ignored.',
      ),
      label: name.optional().describe('What the roll is for.'),
      seed: identifier.optional().describe('Any text; makes the roll repeatable, for tests.'),
      session_id: sessionId
        .optional()
        .describe('Campaign session in which to record the roll: id or unique prefix.'),
      visibility: visibility.describe(
        'Who may know the recorded roll, as in player_action; only with session_id.',
      ),
      private_to: privateTo,
    }),
  output: () =>
    z.object({
      detail: z.string(),
      total: z.int(),
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
      dice_left_out: z.int().describe('Dice that were rolled but are not listed.'),
      is_cut_short: z.boolean().describe('Explosions or rerolls were stopped at their limit.'),
      event_id: z.string().nullable().describe('null unless it was recorded.'),
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
