import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { instant, redacted, sessionId } from '../../../mcp/fields.ts';
import { CAMPAIGN_LIMITS as MOST } from '../../domain/entity.ts';
import { EVENT_TYPES } from '../../domain/event.ts';
import {
  campaignField,
  idempotencyKey,
  name,
  names,
  nonEmptyText,
  privateTo,
  rolls,
  visibility,
} from '../campaign-fields.ts';
import { fitFacts, rolled } from '../campaign-results.ts';

export const addEvent = defineTool({
  name: 'add_event',
  title: 'Add an event',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    "Adds an event that was nobody's turn to the history of a campaign; use it for news of the world, a scene between sessions, or a villain's secret move. " +
    'It only records: for a turn with its effects use player_action; to change the world, save_entity or update_game_state; for notes on a whole session, add_session_note. ' +
    'Mark what players must not learn as dm_only. get_events and recap_session show the event; a rewind_session to an earlier turn takes it out. ' +
    'Each call adds an event, durably; with the same idempotency_key a retry returns the first result. Credentials are masked. ' +
    'Fails if the campaign or session is unknown, or private_to names an unknown character.',
  input: () =>
    z.strictObject({
      event_type: z.enum(EVENT_TYPES).describe('What it is about; a filter of get_events.'),
      description: nonEmptyText.describe('What happened; 1 to 100000 characters.'),
      title: name.optional().describe('Short heading.'),
      characters_involved: names.optional().describe('Names; they need not be saved characters.'),
      location: name.optional().describe('Place. Default: where the party is.'),
      importance: z
        .int()
        .min(MOST.leastImportance)
        .max(MOST.mostImportance)
        .optional()
        .describe('5 is highest; recaps leave out the lowest first. Default 3.'),
      tags: names.optional().describe('Labels that get_events searches.'),
      visibility,
      private_to: privateTo,
      occurred_at: instant.optional().describe('When it was played, ISO 8601, if not now.'),
      rolls,
      idempotency_key: idempotencyKey,
      session_id: sessionId.optional().describe('Session that it belongs to. Default: the current one.'),
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
