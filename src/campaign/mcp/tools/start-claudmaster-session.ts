import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { gap, redacted, resolution, score, sessionHead, sessionId } from '../../../mcp/fields.ts';
import {
  campaign,
  campaignName,
  fitFacts,
  fitList,
  optionalFlag,
  partyMember,
  questHead,
  shortText,
} from '../campaign-schemas.ts';

export const startClaudmasterSession = defineTool({
  name: 'start_claudmaster_session',
  title: 'Start or resume play in a campaign',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Starts or resumes a session of an existing campaign and returns its recap, place, party and quests; call it first when you are the game master (the Claudmaster) and play begins. ' +
    'To continue after a pause pass resume true or session_id. Each call without them starts a new session, unless yours is still empty, and leaves earlier ones as they are. Later calls use this session. ' +
    'Do not read the result aloud, because it includes what players do not know: use recap_session with player_safe. ' +
    'Instead: save_campaign to create a campaign; get_campaign to look without playing; start_session for work that is not a game. ' +
    'Fails if the campaign is unknown (it lists the nearest names and never creates one), or if session_id is of another campaign or closed_without_successor.',
  input: () =>
    z.strictObject({
      campaign_name: campaignName.describe('Campaign name, also a former one, or id.'),
      module_id: shortText(300)
        .optional()
        .describe("Title of a new session, usually the adventure's name; not an id."),
      session_id: sessionId
        .optional()
        .describe('Session to resume: id or unique prefix. An ended one is continued by a new session.'),
      resume: optionalFlag.describe(
        'true: resume your own session, else the most recent paused or lost one, else start one. Default false, unlike start_session.',
      ),
    }),
  output: () =>
    z.object({
      session: sessionHead,
      resolution,
      recap: z.string().describe('What happened so far; empty before the first turn.'),
      report: z.string().describe('What earlier sessions left, such as constraints and open loops.'),
      score,
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
