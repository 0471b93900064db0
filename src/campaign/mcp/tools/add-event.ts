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
  title: 'Tell what happened',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  description:
    'Add something that happened in a campaign and was nobody’s turn, for recaps and for looking back: news of the world, a scene between sittings, a secret move of a villain. ' +
    'It is told, and changes nothing else: for a turn with its effects use player_action; to change the world, save_entity or update_game_state. ' +
    'What players must not learn is dm_only. Each call adds an event unless idempotency_key names one; rewind_session to an earlier turn leaves it on the branch left behind. ' +
    'For notes on a whole sitting use add_session_note. Secrets such as keys are masked. Durable when it answers.',
  input: () =>
    z.strictObject({
      event_type: z.enum(EVENT_TYPES),
      description: nonEmptyText.describe('What happened, up to 100000 characters.'),
      title: name.optional(),
      characters_involved: names.optional().describe('Names; they need not exist.'),
      location: name.optional().describe('Default: where the party is.'),
      importance: z
        .int()
        .min(MOST.leastImportance)
        .max(MOST.mostImportance)
        .optional()
        .describe('Default 3; recaps leave out the lowest first.'),
      tags: names.optional().describe('Searched by get_events.'),
      visibility,
      private_to: privateTo,
      occurred_at: instant.optional().describe('When it took place at the table; ISO 8601.'),
      rolls,
      idempotency_key: idempotencyKey,
      session_id: sessionId.optional().describe('The sitting it belongs to; default: the current one.'),
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
