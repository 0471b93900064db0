import * as z from 'zod';
import {
  expectedVersion,
  idempotencyKey,
  name,
  ofCampaign,
  privateTo,
  rolls,
  said,
  visibility,
} from '../campaign-fields.ts';
import { effect, effectFacts, rolled } from '../campaign-results.ts';
import { changes } from '../change-field.ts';
import { defineTool, reply } from '../define-tool.ts';
import { notices, redacted, sessionId, text } from '../fields.ts';
import { fitFacts, fitList } from '../fit-facts.ts';

export const playerAction = defineTool({
  name: 'player_action',
  title: 'Play one turn',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  isEntry: true,
  description:
    'Record one turn of the game: who acted, what came of it, the dice, and what it did to the world; call it once per turn, after you narrated it. ' +
    'All of it is written or nothing: an unknown name, too little gold or a stale expected_version refuses the turn. ' +
    'Each call is a new turn; idempotency_key makes a repeated one answer the same, expected_version refuses it. rewind_session takes turns back. ' +
    'For what happened without a turn use add_event; to correct people or things, save_entity; place or flags alone, update_game_state. ' +
    'Without a session it begins one, a paused one it resumes, and says so. Narrates nothing and enforces no rules. Secrets such as keys are masked. Durable when it answers.',
  input: () =>
    z.strictObject({
      action: said.describe('What was done, up to 100000 characters.'),
      session_id: sessionId
        .optional()
        .describe('Default: the current session; needed over HTTP, or campaign.'),
      character_name: name.optional().describe('Who acted: a character or NPC of the campaign.'),
      narration: text.optional().describe('What came of it, in your words.'),
      rolls,
      changes: changes(),
      context: text.optional().describe('For the game master alone; kept with the turn.'),
      visibility,
      private_to: privateTo,
      expected_version: expectedVersion,
      idempotency_key: idempotencyKey,
      campaign: ofCampaign,
    }),
  output: () =>
    z.object({
      turn: z.int(),
      event_id: z.string(),
      applied: z
        .array(effect())
        .describe('Each change as it is told; kind unchanged where it found things as they are.'),
      applied_left_out: z.int(),
      rolls: z.array(rolled()),
      version: z.int(),
      session_id: z.string(),
      is_resumed: z.boolean().describe('The sitting was paused or lost before.'),
      campaign: z.string(),
      redacted,
      notices,
    }),
  handle: async ({ services, caller }, input) => {
    const played = await services.playerAction(caller, input);
    const applied = fitList(
      played.applied.map((one) => fitFacts(effectFacts(one), 1_000).facts),
      9_000,
    );
    return reply({
      turn: played.turn,
      event_id: played.eventId,
      applied: applied.items,
      applied_left_out: applied.leftOut,
      rolls: fitFacts(played.rolls, 6_000).facts,
      version: played.version,
      session_id: played.session.id,
      is_resumed: played.isResumed,
      campaign: played.campaign.name,
      redacted: played.redacted,
      notices: played.notices,
    });
  },
});
