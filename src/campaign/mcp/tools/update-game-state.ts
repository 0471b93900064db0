import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import {
  campaignField,
  campaignSession,
  count,
  expectedVersion,
  flagValue,
  initiative,
  key,
  name,
} from '../campaign-fields.ts';
import { fitFacts, gameState } from '../campaign-results.ts';

export const updateGameState = defineTool({
  name: 'update_game_state',
  title: 'Set the game state',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Sets the place, date, combat state, funds or flags of a campaign outside a turn; use it for bookkeeping, a jump in time or a correction. ' +
    'Only given fields change; funds and flags are set by name, the others stay. in_combat false clears initiative and current_turn. ' +
    'It adds nothing to the history: in play use player_action, or add_event to record it as well; for people and things, save_entity. ' +
    'Writes durably; the same call again changes nothing, and rewind_session undoes it. Credentials are masked. ' +
    'Fails if expected_version is stale, if in_combat false comes with initiative or current_turn, or if the campaign is unknown.',
  input: () =>
    z.strictObject({
      location: name.optional().describe('Where the party is; does not create a location.'),
      in_game_date: name.optional().describe('Date in the game, in any calendar.'),
      in_combat: z.boolean().optional().describe('true starts a fight, false ends it.'),
      initiative,
      current_turn: name.optional().describe('Whose turn it is in the fight.'),
      party_funds: z.record(key, count(0)).optional().describe('New totals by coin, such as {"gp": 120}.'),
      flags: z.record(key, flagValue).optional().describe('Values to remember, by name; null removes one.'),
      expected_version: expectedVersion,
      campaign: campaignField,
      session_id: campaignSession,
    }),
  output: () =>
    z.object({
      game_state: gameState(),
      is_changed: z.boolean(),
      is_shortened: z.boolean().describe('true: cut in this result, not in the store.'),
      version: z.int(),
    }),
  handle: async ({ services, caller }, input) => {
    const { state, isChanged, version } = await services.updateGameState(caller, input);
    const shown = fitFacts(state, 12_000);
    return reply({
      game_state: shown.facts,
      is_changed: isChanged,
      is_shortened: shown.isShortened,
      version,
    });
  },
});
