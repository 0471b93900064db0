import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { sessionId } from '../../../mcp/fields.ts';
import {
  campaignField,
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
  title: 'Set where the game stands',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Set place, date, fight, purse or flags of a campaign outside of any turn; use it for bookkeeping, a jump in time, or a correction. ' +
    'Only what is given changes; funds and flags are set by name, the others stay. Nothing is told in recaps: ' +
    'where it is part of play use player_action, or add_event to tell it; for people and things use save_entity. ' +
    'in_combat false clears initiative and turn. The same call again changes nothing; a stale expected_version refuses it. ' +
    'rewind_session undoes it. Secrets such as keys are masked. Durable when it answers.',
  input: () =>
    z.strictObject({
      location: name.optional().describe('Where the party is; makes no location.'),
      in_game_date: name.optional().describe('In any calendar.'),
      in_combat: z.boolean().optional().describe('false ends a fight.'),
      initiative,
      current_turn: name.optional().describe('Whose turn it is in the fight.'),
      party_funds: z.record(key, count(0)).optional().describe('Totals by coin, such as {"gp": 120}.'),
      flags: z.record(key, flagValue).optional().describe('Anything to remember; null takes one away.'),
      expected_version: expectedVersion,
      campaign: campaignField,
      session_id: sessionId.optional().describe('Its campaign, where campaign is left out.'),
    }),
  output: () =>
    z.object({
      game_state: gameState(),
      is_changed: z.boolean(),
      is_shortened: z.boolean().describe('game_state is cut here, not in the store.'),
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
