import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { gap, redacted, sessionId, sessionInfo } from '../../../mcp/fields.ts';
import { campaignName } from '../campaign-fields.ts';
import { campaign, fitFacts, fitList, partyMember, questHead } from '../campaign-results.ts';

export const startClaudmasterSession = defineTool({
  name: 'start_claudmaster_session',
  title: 'Sit down to a campaign',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Begin or resume a session of a campaign and learn how it stands (recap, place, party, quests); make it the first call when you are the game master. ' +
    'The campaign must exist: an unknown name is refused with the nearest ones, and save_campaign makes one. ' +
    'Each call begins a new session unless resume or session_id is given; later calls default to it, over HTTP pass its id. ' +
    'recap and report hold secrets: recap_session with player_safe is what to read aloud. ' +
    'For work that is no game use start_session; to look only, get_campaign. Durable when it answers.',
  input: () =>
    z.strictObject({
      campaign_name: campaignName.describe('Name or id.'),
      module_id: z.string().min(1).max(300).optional().describe('Adventure played; kept as the title.'),
      session_id: sessionId.optional().describe('Resume this one; one that ended gets a successor.'),
      resume: z
        .boolean()
        .optional()
        .describe('true: your own session, else the one left last, paused or lost; default false.'),
    }),
  output: () =>
    z.object({
      session: sessionInfo,
      resolution: z.object({ outcome: z.enum(['started', 'rejoined', 'succeeded']), why: z.string() }),
      recap: z.string().describe('What happened so far; empty before the first turn.'),
      report: z.string(),
      score: z.number(),
      gaps: z.array(gap),
      campaign: campaign().omit({ game_state: true }),
      game_state: z.looseObject({ current_location: z.string().nullable(), in_combat: z.boolean() }),
      party_status: z.array(partyMember()),
      active_quests: z.array(questHead()),
      left_out: z.int().describe('Party members and quests there was no room for: get_campaign has them.'),
      redacted,
    }),
  handle: async ({ services, caller }, input) => {
    const { game, gaps, recap, ...started } = await services.startClaudmasterSession(caller, input);
    const { game_state: _, ...about } = started.campaign;
    const party = fitList(game?.party_status ?? [], 4_000);
    const quests = fitList(game?.active_quests ?? [], 4_000);
    return reply(
      {
        recap,
        ...started,
        campaign: fitFacts(about, 4_000).facts,
        game_state: fitFacts(game?.game_state ?? {}, 3_000).facts,
        party_status: party.items,
        active_quests: quests.items,
        left_out: party.leftOut + quests.leftOut,
        gaps,
      },
      'report',
    );
  },
});
