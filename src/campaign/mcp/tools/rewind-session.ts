import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { identifier } from '../../../mcp/fields.ts';
import { branchView } from '../../app/campaign-views.ts';
import { mergeCoins } from '../../domain/inventory.ts';
import {
  branch,
  campaignField,
  campaignSession,
  count,
  expectedVersion,
  fitFacts,
  gameState,
  shortText,
} from '../campaign-schemas.ts';

export const rewindSession = defineTool({
  name: 'rewind_session',
  title: 'Rewind a campaign to an earlier turn',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Rewinds a whole campaign, not only one session, to how it stood after an earlier turn; use it for a retcon, a mistaken turn, or to try a different course. ' +
    'Nothing is lost: play continues on a new branch, and branch returns to the old one. recap_session and get_events then show only what was kept. ' +
    'Notes and memory records stay, and so do events and corrections made between the kept turn and the next one. ' +
    'Instead: save_entity or update_game_state to correct one value; get_events to look back. ' +
    'Each call with to_turn makes a branch, so -1 twice undoes two turns: pass expected_version to make a retry safe. ' +
    'Fails if the turn or branch does not exist, neither is given, or expected_version is stale.',
  input: () =>
    z.strictObject({
      to_turn: count()
        .optional()
        .describe(
          'Last turn to keep: 12 keeps turns 1 to 12, -2 undoes the last two. Without branch it is required, and 0 keeps no turn. With branch it counts on that branch; to keep all of the branch, omit to_turn.',
        ),
      reason: shortText(1_000).optional().describe('Why; stored with the new branch.'),
      branch: identifier
        .optional()
        .describe(
          'Id of the branch to return to, from get_campaign section branches. Without to_turn all of it is kept; to_turn -3 leaves out its last three turns.',
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
