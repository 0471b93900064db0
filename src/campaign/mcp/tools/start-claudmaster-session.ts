import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { gap, redacted, sessionHead, sessionId } from '../../../mcp/fields.ts';
import { campaignName } from '../campaign-fields.ts';
import { campaign, fitFacts, fitList, partyMember, questHead } from '../campaign-results.ts';

export const startClaudmasterSession = defineTool({
  name: 'start_claudmaster_session',
  title: 'Start a campaign session',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Starts or resumes a session of an existing campaign and returns how it stands (recap, place, party, quests); call it first when you are the game master. ' +
    'Each call durably starts a new session, unless resume or session_id is given. Later calls use that session; over HTTP pass its id. ' +
    'recap and report include what players do not know: to read something aloud use recap_session with player_safe. ' +
    'To create a campaign use save_campaign; to look without playing, get_campaign; for work that is not a game, start_session. ' +
    'Fails if the campaign is unknown (it lists the nearest names and never creates one), or if session_id is of another campaign or closed without successor.',
  input: () =>
    z.strictObject({
      campaign_name: campaignName.describe('Campaign name or id.'),
      module_id: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe('Adventure that is played; stored as the title of a new session.'),
      session_id: sessionId
        .optional()
        .describe('Resume this session; an ended one is continued by a new session.'),
      resume: z
        .boolean()
        .optional()
        .describe(
          'true: resume your own session, else the paused or lost one that was left last. Default false.',
        ),
    }),
  output: () =>
    z.object({
      session: sessionHead,
      resolution: z.object({ outcome: z.enum(['started', 'rejoined', 'succeeded']), why: z.string() }),
      recap: z.string().describe('What happened so far; empty before the first turn.'),
      report: z.string(),
      score: z.number(),
      gaps: z.array(gap),
      campaign: campaign().omit({ game_state: true }),
      game_state: z.looseObject({ current_location: z.string().nullable(), in_combat: z.boolean() }),
      party_status: z.array(partyMember()),
      active_quests: z.array(questHead()),
      left_out: z.int().describe('Party members and quests that did not fit; get_campaign has them.'),
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
