import * as z from 'zod';
import { cursorInvalid } from '../../../domain/error.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import { jsonSize, takeFitting } from '../../../lib/lists.ts';
import { defineTool, reply, type ToolContext } from '../../../mcp/define-tool.ts';
import { cursor, limit, page, sessionId } from '../../../mcp/fields.ts';
import { CAMPAIGN_SECTIONS } from '../../domain/entity.ts';
import {
  asPlayer,
  branch,
  campaign,
  campaignName,
  entity,
  fitFacts,
  fitList,
  optionalFlag,
  partyMember,
  questHead,
  shortText,
} from '../campaign-schemas.ts';

const input = () =>
  z.strictObject({
    name: campaignName
      .optional()
      .describe(
        "Campaign name or id. Default: the campaign of session_id or of the current session, else that of the server's folder.",
      ),
    section: z
      .enum(CAMPAIGN_SECTIONS)
      .optional()
      .describe(
        'Part to return in full, in pages. items: saved items, not inventories. branches: lines of history that rewinds made. Default: overview; without name, query, as_player and session_id, the list of campaigns.',
      ),
    query: shortText(1_000)
      .optional()
      .describe('Only entries of the section whose name or fields contain this text; not in the overview.'),
    as_player: asPlayer,
    limit: limit(50),
    cursor: cursor.optional(),
    session_id: sessionId.optional().describe('Session whose campaign is meant, if name is not given.'),
  });

const PAGE = 50;
const MAX_CHARS = 18_000;

async function listAll(
  { services, caller }: ToolContext,
  { cursor, limit }: z.output<ReturnType<typeof input>>,
) {
  const from = cursor === undefined ? 0 : decodeCursor(cursor, 1)?.[0];
  if (typeof from !== 'number') throw cursorInvalid();
  const left = (await services.listCampaigns(caller)).slice(from).map((one) => fitFacts(one, 1_000).facts);
  const page = takeFitting(left.slice(0, limit ?? PAGE), MAX_CHARS, jsonSize);
  const remaining = left.length - page.length;
  return { campaigns: page, next_cursor: remaining > 0 ? encodeCursor(from + page.length) : null, remaining };
}

/** What does not fit an overview is in its own section. */
function shortened(found: Awaited<ReturnType<ToolContext['services']['getCampaign']>>) {
  const about = fitFacts(found.campaign, found.section === 'overview' ? 9_000 : 2_000);
  if (found.party === undefined) return { ...found, campaign: about.facts, is_shortened: about.isShortened };
  const party = fitList(found.party, 5_000);
  const quests = fitList(found.quests, 5_000);
  const threads = fitList(found.open_threads, 3_000);
  return {
    ...found,
    campaign: about.facts,
    party: party.items,
    quests: quests.items,
    open_threads: threads.items,
    is_shortened: about.isShortened || party.leftOut + quests.leftOut + threads.leftOut > 0,
  };
}

export const getCampaign = defineTool({
  name: 'get_campaign',
  title: 'Read the state of a campaign',
  toolset: 'campaign',
  effect: 'read',
  description:
    'Returns the present state of a campaign (place, party, quests, open threads), or one section of it in full; use it before you narrate or change something, or to look up an id. ' +
    'Without any argument it lists the campaigns; for the current one pass section overview. The result has the ids for save_entity and the version for expected_version. It includes what only the game master knows, unless as_player is given. If is_shortened is true, read the sections that you need. ' +
    'Instead: recap_session or get_events for what happened; get_session_state for one session. ' +
    'Writes nothing. Fails if the campaign or the character of as_player is unknown.',
  input,
  output: () =>
    z.object({
      section: z.enum(CAMPAIGN_SECTIONS).optional(),
      campaigns: z
        .array(z.looseObject({ campaign_id: z.string(), name: z.string() }))
        .optional()
        .describe('Only without arguments.'),
      campaign: campaign().optional(),
      party: z.array(partyMember()).optional(),
      quests: z.array(questHead()).optional(),
      open_threads: z.array(z.string()).optional(),
      counts: z.record(z.string(), z.int()).optional().describe('Number of entities of each kind.'),
      entities: z.array(entity()).optional().describe('Only with a section.'),
      branches: z.array(branch()).optional().describe('Only with section branches.'),
      is_shortened: optionalFlag.describe('true: something did not fit; read its section.'),
      next_cursor: page.next_cursor.optional(),
      remaining: page.remaining.optional(),
    }),
  handle: async (context, given) => {
    const { name, section, query, as_player, session_id } = given;
    const isList = [name, section, query, as_player, session_id].every((one) => one === undefined);
    if (isList) return reply(await listAll(context, given));
    const { name: campaign, ...rest } = given;
    return reply(shortened(await context.services.getCampaign(context.caller, { campaign, ...rest })));
  },
});
