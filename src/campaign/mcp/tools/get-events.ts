import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { cursor, limit, sessionId } from '../../../mcp/fields.ts';
import { EVENT_TYPES } from '../../domain/event.ts';
import { asPlayer, campaignField } from '../campaign-fields.ts';
import { event } from '../campaign-results.ts';

const filterText = (what: string) => z.string().min(1).max(1_000).optional().describe(what);

export const getEvents = defineTool({
  name: 'get_events',
  title: 'What happened, event by event',
  toolset: 'campaign',
  effect: 'read',
  description:
    'List turns and events of a campaign, newest first, with dice and effects; use it to look up exactly what was done or said, when and by whom. ' +
    'All filters combine. Only the branch being played is shown: get_campaign with section branches names the others. ' +
    'Secrets are shown unless as_player is given. A page may end early; go on with next_cursor until it is null. ' +
    'To be told a story use recap_session; for how things stand now, get_campaign; for turns of one session, get_session_state. Writes nothing.',
  input: () =>
    z.strictObject({
      campaign: campaignField,
      session_id: sessionId.optional().describe('Only this sitting; default: all.'),
      event_type: z.enum(EVENT_TYPES).optional(),
      character: filterText('Who acted, was affected or is named; any name they had.'),
      location: filterText('Where; any name it bore.'),
      search: filterText('Words that must all occur, in any order.'),
      min_importance: z.int().min(1).max(5).optional().describe('Default 1.'),
      as_player: asPlayer,
      limit: limit(20),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.object({
      campaign: z.string(),
      events: z.array(event()),
      remaining: z.int(),
      next_cursor: z.string().nullable(),
    }),
  handle: async ({ services, caller }, input) => {
    const { events, ...page } = await services.getEvents(caller, input);
    return reply({ ...page, events });
  },
});
