import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { notices, redacted, sessionId, text } from '../../../mcp/fields.ts';
import type { Change } from '../../domain/changes/change.ts';
import { CAMPAIGN_LIMITS, QUEST_STATUSES, VISIBILITIES } from '../../domain/entity.ts';
import {
  campaignField,
  count,
  expectedVersion,
  flagValue,
  idempotencyKey,
  initiative,
  key,
  name,
  nonEmptyText,
  privateTo,
  rolls,
  visibility,
} from '../campaign-fields.ts';
import { effect, effectFacts, fitFacts, fitList, rolled } from '../campaign-results.ts';

const seen = { visibility: z.enum(VISIBILITIES).optional() };

const change = <Kind extends Change['kind'], Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.enum([kind]), ...shape, ...seen });

const MOST = CAMPAIGN_LIMITS.changes;

/** What a turn does to the world, each kind with its own parts. */
const changes = () =>
  z
    .array(
      z.discriminatedUnion('kind', [
        change('hit_points', {
          character: name,
          delta: count().optional().describe('Negative is damage; takes temporary points first.'),
          set: count(0).optional(),
          temporary: count(0).optional(),
        }),
        change('condition', {
          character: name,
          add: z.array(name).max(MOST).optional().describe('dead is a death.'),
          remove: z.array(name).max(MOST).optional(),
        }),
        change('place', { location: name.describe('Where the party is now; made if new.') }),
        change('quest', {
          quest: name,
          status: z.enum(QUEST_STATUSES).optional(),
          objective_done: nonEmptyText.optional().describe('Its text.'),
          add_objective: nonEmptyText.optional(),
          note: nonEmptyText.optional(),
        }),
        change('item', {
          character: name,
          item: name,
          quantity: count().describe('Negative takes away.'),
        }),
        change('funds', { coin: key.describe('Such as gp.'), amount: count().describe('Negative spends.') }),
        change('flag', { name: key, value: flagValue.describe('null takes it away.') }),
        change('time', { in_game_date: name }),
        change('slot', {
          character: name,
          level: key,
          delta: count().describe('Negative uses.'),
        }),
        change('npc', {
          npc: name,
          status: z.enum(['alive', 'dead', 'missing', 'unknown']).optional(),
          attitude: nonEmptyText.optional(),
          location: name.optional(),
          learned: nonEmptyText.optional().describe('Added to what the party knows.'),
        }),
        change('thread', {
          thread: name.describe('A hook; made if new.'),
          status: z.enum(['open', 'resolved']),
          text: nonEmptyText.optional(),
        }),
        change('combat', {
          is_over: z.boolean().optional().describe('Left out: it begins or goes on.'),
          initiative,
          current_turn: name.optional().describe('Whose it is.'),
          round: count(0).optional(),
        }),
      ]),
    )
    .max(MOST)
    .optional()
    .describe(
      'What it did to the world; all or nothing. Names must exist unless said otherwise; visibility defaults to that of the turn; what is public cannot change hidden.',
    );

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
      action: nonEmptyText.describe('What was done, up to 100000 characters.'),
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
      campaign: campaignField,
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
