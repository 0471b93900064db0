import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { instant, redacted, sessionId } from '../../../mcp/fields.ts';
import { EVENT_TYPES } from '../../domain/event.ts';
import {
  campaignField,
  fitFacts,
  idempotencyKey,
  importance,
  name,
  names,
  nonEmptyText,
  privateTo,
  rolled,
  rolls,
  visibility,
} from '../campaign-schemas.ts';

export const addEvent = defineTool({
  name: 'add_event',
  title: 'Add a campaign event',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    "Adds an event outside the turns to the history of a campaign; use it for news of the world, a scene between sessions, or a villain's secret move. " +
    'It only records, and an event cannot be edited: add a correcting one. Mark what players must not learn as dm_only. get_events and recap_session show it; a rewind_session to an earlier turn takes it out. ' +
    'Instead: player_action for a turn with its effects; save_entity or update_game_state to change the world; add_session_note for notes on a whole session. ' +
    'It starts no session. Each call adds an event; with the same idempotency_key a retry returns the first result. ' +
    'Fails if the campaign or session is unknown, the session is closed, or private_to names an unknown character.',
  input: () =>
    z.strictObject({
      event_type: z.enum(EVENT_TYPES).describe('What it is about; a filter of get_events.'),
      description: nonEmptyText.describe('What happened; 1 to 100000 characters.'),
      title: name.optional().describe('Short heading.'),
      characters_involved: names.optional().describe('Names; they need not be saved characters.'),
      location: name.optional().describe('Place; any text. Default: where the party is.'),
      importance: importance
        .optional()
        .describe('5 is highest; recaps leave out the lowest first. Default 3.'),
      tags: names.optional().describe('Labels that get_events searches.'),
      visibility,
      private_to: privateTo,
      occurred_at: instant.optional().describe('Real time of play, ISO 8601. Default: now.'),
      rolls,
      idempotency_key: idempotencyKey,
      session_id: sessionId
        .optional()
        .describe(
          'Session that it belongs to: id or unique prefix. Default: the current one, if it is of this campaign, else none.',
        ),
      campaign: campaignField,
    }),
  output: () =>
    z.object({
      event_id: z.string(),
      turn: z.int().describe('The last turn before it.'),
      event_type: z.enum(EVENT_TYPES),
      location: z.string().nullable(),
      importance: z.int(),
      rolls: z.array(rolled()),
      session_id: z.string().nullable(),
      version: z.int(),
      redacted,
    }),
  handle: async ({ services, caller }, input) => {
    const { event, version, redacted } = await services.addEvent(caller, input);
    return reply({
      event_id: event.id,
      turn: event.turn,
      event_type: event.type,
      location: event.location,
      importance: event.importance,
      rolls: fitFacts(event.rolls, 9_000).facts,
      session_id: event.sessionId,
      version,
      redacted,
    });
  },
});
