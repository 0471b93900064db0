import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { currentSession, notices, redacted, text } from '../../../mcp/fields.ts';
import type { Change } from '../../domain/changes/change.ts';
import { CAMPAIGN_LIMITS, QUEST_STATUSES, VISIBILITIES } from '../../domain/entity.ts';
import {
  campaignField,
  count,
  effect,
  effectFacts,
  expectedVersion,
  fitFacts,
  fitList,
  flagValue,
  idempotencyKey,
  importance,
  initiative,
  key,
  name,
  nonEmptyText,
  optionalFlag,
  privateTo,
  rolled,
  rolls,
  visibility,
} from '../campaign-schemas.ts';

const seen = { visibility: z.enum(VISIBILITIES).optional().describe('Default: as the turn.') };
const who = name.describe('Character or NPC.');
const character = name.describe('Character name.');

const change = <Kind extends Change['kind'], Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.enum([kind]), ...shape, ...seen });

const MAX_CHANGES = CAMPAIGN_LIMITS.changes;

const changes = () =>
  z
    .array(
      z.discriminatedUnion('kind', [
        change('hit_points', {
          character: who,
          delta: count()
            .optional()
            .describe(
              'Give delta, set or temporary. Negative delta is damage; it takes temporary points first.',
            ),
          set: count(0).optional().describe('New current points; not with delta.'),
          temporary: count(0).optional().describe('New temporary points.'),
        }),
        change('condition', {
          character: who,
          add: z
            .array(name)
            .max(MAX_CHANGES)
            .optional()
            .describe('Conditions to add; "dead" kills the character.'),
          remove: z.array(name).max(MAX_CHANGES).optional().describe('Conditions to remove.'),
        }),
        change('place', { location: name.describe('Where the party is now; created if new.') }),
        change('quest', {
          quest: name.describe('Quest name.'),
          status: z.enum(QUEST_STATUSES).optional().describe('New status.'),
          objective_done: nonEmptyText.optional().describe('Exact text of an existing objective.'),
          add_objective: nonEmptyText.optional().describe('Text of a new objective.'),
          note: nonEmptyText.optional().describe('Added to its history.'),
        }),
        change('item', {
          character,
          item: name.describe('Item name, saved or not.'),
          quantity: count().describe('Number gained; negative takes away.'),
        }),
        change('funds', {
          coin: key.describe('Such as gp; a new coin starts at 0.'),
          amount: count().describe('Amount gained; negative spends.'),
        }),
        change('flag', {
          name: key.describe('Flag name, new or known.'),
          value: flagValue.describe('null removes it.'),
        }),
        change('time', { in_game_date: name.describe('New date, in any calendar.') }),
        change('slot', {
          character,
          level: key.describe('Slot level as in save_entity, such as "1".'),
          delta: count().describe('Negative uses slots.'),
        }),
        change('npc', {
          npc: name.describe('NPC name.'),
          status: z.enum(['alive', 'dead', 'missing', 'unknown']).optional().describe('New status.'),
          attitude: nonEmptyText.optional().describe('Toward the party.'),
          location: name.optional().describe('Where they are now; any text.'),
          learned: nonEmptyText.optional().describe('Added to what the party knows.'),
        }),
        change('thread', {
          thread: name.describe('Name of a plot thread; created if new.'),
          status: z.enum(['open', 'resolved']).describe('New status.'),
          text: nonEmptyText.optional().describe('What it is about, or how it ended.'),
        }),
        change('combat', {
          is_over: optionalFlag.describe('true ends the fight; otherwise it begins or continues.'),
          initiative,
          current_turn: name.optional().describe('Whose turn it is.'),
          round: count(0).optional().describe('Round number.'),
        }),
      ]),
    )
    .max(MAX_CHANGES)
    .optional()
    .describe(
      'What the turn changed, in order, such as [{"kind": "hit_points", "character": "Mira", "delta": -5}]. Characters, NPCs and quests must exist; other names may be new. visibility private of a change means private_to of the turn. In a turn that is not public, a change to something public needs visibility public.',
    );

export const playerAction = defineTool({
  name: 'player_action',
  title: 'Record one turn of a campaign',
  toolset: 'campaign',
  effect: 'write',
  isIdempotent: false,
  isEntry: true,
  description:
    'Records one turn of a campaign (who acted, the outcome, the dice, and what changed in the world); call it once per turn, when its outcome is known. ' +
    'It does not narrate and enforces no rules. If dice decide the outcome, roll them first with roll_dice and pass the totals in rolls. ' +
    'Each call adds a turn; with the same idempotency_key a retry returns the first result. rewind_session takes turns back. ' +
    'Instead: add_event for what happens outside a turn; save_entity to correct people or things; update_game_state to set place, date or flags between turns. ' +
    'It uses the current session, resumes a paused one or starts one. ' +
    'Fails if a name is unknown (save_entity creates it), funds or items are short, expected_version is stale, or session_id names an ended session; then nothing is written.',
  input: () =>
    z.strictObject({
      action: nonEmptyText.describe('What was done; 1 to 100000 characters.'),
      session_id: currentSession,
      character_name: name.optional().describe('Character or NPC who acted; omit it for the whole party.'),
      narration: text.optional().describe('The outcome, in your own words.'),
      rolls,
      changes: changes(),
      context: text.optional().describe('Remarks for the game master only; stored with the turn.'),
      importance: importance.optional().describe('5 is highest. Default: 3, or 4 if much changed.'),
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
      applied: z.array(effect()).describe('One entry per change; kind is "unchanged" if it had no effect.'),
      applied_left_out: z.int().describe('Changes that were applied but are not listed.'),
      rolls: z.array(rolled()),
      version: z.int(),
      session_id: z.string(),
      is_resumed: z.boolean().describe('true: the session was paused or lost before.'),
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
