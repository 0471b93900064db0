import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { cursor, limit, page, sessionId } from '../../../mcp/fields.ts';
import { EVENT_TYPES } from '../../domain/event.ts';
import { asPlayer, campaignField, event, importance, shortText } from '../campaign-schemas.ts';

const filterText = (what: string) => shortText(1_000).optional().describe(what);

export const getEvents = defineTool({
  name: 'get_events',
  title: 'List campaign turns and events',
  toolset: 'campaign',
  effect: 'read',
  description:
    'Lists turns and events of a campaign, newest first, with dice and effects; use it to look up exactly what was done or said, when and by whom. ' +
    'Filters combine with AND. Only the branch being played is shown; get_campaign with section branches lists the others. It includes what only the game master knows, unless as_player is given. ' +
    'Instead: recap_session for a summary in order of play; get_campaign for the present state; get_session_state for the status of one session; search_memory to search all kinds of text. ' +
    'Writes nothing. Fails if the campaign, the session or the character of as_player is unknown.',
  input: () =>
    z.strictObject({
      campaign: campaignField,
      session_id: sessionId.optional().describe('Only this session. Default: the whole campaign.'),
      event_type: z
        .enum(EVENT_TYPES)
        .optional()
        .describe('Only this type; that of a turn follows from its changes, such as combat, else roleplay.'),
      character: filterText('Who acted, was affected or is mentioned; former names count.'),
      location: filterText('Where it happened; former names count.'),
      search: filterText('Words that must all occur, in any order, or the id of an event.'),
      min_importance: importance
        .optional()
        .describe('5 is highest; a turn has 3, or 4 if it changed much. Default 1.'),
      as_player: asPlayer,
      limit: limit(20),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.object({
      campaign: z.string(),
      events: z.array(event()),
      ...page,
    }),
  handle: async ({ services, caller }, input) => {
    const { events, ...page } = await services.getEvents(caller, input);
    return reply({ ...page, events });
  },
});
