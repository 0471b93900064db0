import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { sessionId } from '../../../mcp/fields.ts';
import { branchView } from '../../app/campaign-views.ts';
import { mergeCoins } from '../../domain/inventory.ts';
import { campaignField, count, expectedVersion } from '../campaign-fields.ts';
import { branch, fitFacts, gameState } from '../campaign-results.ts';

export const rewindSession = defineTool({
  name: 'rewind_session',
  title: 'Take turns back',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Put a campaign back to how it stood after an earlier turn, state, people and things included; use it for a retcon, a mistaken turn, or to try another way. ' +
    'Nothing is lost: play goes on along a new branch, the one left is kept and branch leads back to it. ' +
    'Events after that turn are out of recaps and get_events; changes made between turns go with the turn they followed. ' +
    'A turn that does not exist or a stale expected_version is refused. Each call makes another branch. ' +
    'To correct one value use save_entity or update_game_state. Durable when it answers.',
  input: () =>
    z.strictObject({
      to_turn: count().describe('The last turn that holds; negative: back that many, -1 undoes the last.'),
      reason: z.string().min(1).max(1_000).optional().describe('Kept with the branch.'),
      branch: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe(
          'Id from get_campaign, section branches: to_turn is on it, 0 or less from its end; 0 plays on there.',
        ),
      expected_version: expectedVersion,
      campaign: campaignField,
      session_id: sessionId.optional().describe('Its campaign, where campaign is left out.'),
    }),
  output: () =>
    z.object({
      campaign: z.string(),
      turn: z.int().describe('The last turn that holds.'),
      branch: branch(),
      left_branch: branch(),
      game_state: gameState(),
      version: z.int(),
    }),
  handle: async ({ services, caller }, input) => {
    const { campaign, branch, left } = await services.rewindSession(caller, input);
    return reply({
      campaign: campaign.name,
      turn: campaign.turn,
      branch: branchView(branch, campaign.branchId),
      left_branch: branchView(left, campaign.branchId),
      game_state: fitFacts({ ...campaign.state, party_funds: mergeCoins(campaign.state.party_funds) }, 9_000)
        .facts,
      version: campaign.version,
    });
  },
});
