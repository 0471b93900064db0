import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import {
  campaignField,
  campaignSession,
  count,
  expectedVersion,
  fitFacts,
  flagValue,
  gameState,
  initiative,
  key,
  name,
  optionalFlag,
} from '../campaign-schemas.ts';

export const updateGameState = defineTool({
  name: 'update_game_state',
  title: 'Update the game state of a campaign',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Sets the place, date, combat state, funds or flags of a campaign outside a turn; use it for bookkeeping, a jump in time or a correction. ' +
    'Only given fields change; funds and flags that you do not name stay. It adds nothing to the history: to show the change there, also call add_event. ' +
    'Instead: player_action in a turn, or to set the round of a fight; save_entity for people and things. ' +
    'The same call again changes nothing. A rewind_session to an earlier turn also takes it back. ' +
    'Fails if expected_version is stale, if in_combat false comes with initiative or current_turn, or if the campaign is unknown.',
  input: () =>
    z.strictObject({
      location: name.optional().describe('Where the party is; any text, saved as a location or not.'),
      in_game_date: name.optional().describe('Date in the game, in any calendar.'),
      in_combat: optionalFlag.describe(
        'true starts a fight at round 1, or changes nothing during one. false ends it and clears initiative and current_turn.',
      ),
      initiative: initiative.describe(
        'Combatants in turn order; replaces the whole order. It starts no fight: pass in_combat true too.',
      ),
      current_turn: name.optional().describe('Name of the combatant whose turn it is; starts no fight.'),
      party_funds: z.record(key, count(0)).optional().describe('New totals by coin, such as {"gp": 120}.'),
      flags: z
        .record(key, flagValue)
        .optional()
        .describe('Values to remember, such as {"gate_open": true}; null removes one.'),
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
