import * as z from 'zod';
import type { Change } from '../domain/campaign/change.ts';
import { QUEST_STATUSES, VISIBILITIES } from '../domain/campaign/entity.ts';
import { CAMPAIGN_LIMITS } from '../domain/campaign/limits.ts';
import { count, flagValue, initiative, key, name, said } from './campaign-fields.ts';

const seen = { visibility: z.enum(VISIBILITIES).optional() };

const change = <Kind extends Change['kind'], Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.enum([kind]), ...shape, ...seen });

const MOST = CAMPAIGN_LIMITS.changes;

/** What a turn does to the world, each kind with its own parts. */
export const changes = () =>
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
          objective_done: said.optional().describe('Its text.'),
          add_objective: said.optional(),
          note: said.optional(),
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
          attitude: said.optional(),
          location: name.optional(),
          learned: said.optional().describe('Added to what the party knows.'),
        }),
        change('thread', {
          thread: name.describe('A hook; made if new.'),
          status: z.enum(['open', 'resolved']),
          text: said.optional(),
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
