import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { branchView } from '../../app/campaign-views.ts';
import { mergeCoins } from '../../domain/inventory.ts';
import { campaignField, campaignSession, count, expectedVersion } from '../campaign-fields.ts';
import { branch, fitFacts, gameState } from '../campaign-results.ts';

export const rewindSession = defineTool({
  name: 'rewind_session',
  title: 'Go back to an earlier turn',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Puts a campaign back to how it stood after an earlier turn, with state, people and things; use it for a retcon, a mistaken turn, or to try another way. ' +
    'Nothing is lost: play continues on a new branch, the old branch is kept, and the branch argument returns to it. ' +
    'Later events no longer appear in recap_session and get_events; changes made between turns go with the turn that they followed. ' +
    'To correct a single value use save_entity or update_game_state. ' +
    'Each call makes a branch, durably, so -1 twice takes two turns back; pass expected_version to make a retry safe. ' +
    'Fails if the turn or branch does not exist, or expected_version is stale.',
  input: () =>
    z.strictObject({
      to_turn: count().describe('Last turn to keep; negative counts back, -1 undoes the last turn.'),
      reason: z.string().min(1).max(1_000).optional().describe('Why; stored with the new branch.'),
      branch: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe(
          'Branch id from get_campaign section branches. to_turn then counts turns on it: 0 is its last turn, -3 three turns before.',
        ),
      expected_version: expectedVersion,
      campaign: campaignField,
      session_id: campaignSession,
    }),
  output: () =>
    z.object({
      campaign: z.string(),
      turn: z.int().describe('Last turn that was kept.'),
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
