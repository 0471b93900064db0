import * as z from 'zod';
import { RECAP_LENGTHS } from '../../domain/campaign/recap/recap.ts';
import { name, ofCampaign } from '../campaign-fields.ts';
import { defineTool, reply } from '../define-tool.ts';
import { sessionId } from '../fields.ts';
import { fitList } from '../fit-facts.ts';
import { recapFacts } from '../recap-facts.ts';

const item = () => z.looseObject({});

export const recapSession = defineTool({
  name: 'recap_session',
  title: 'Previously, in this campaign',
  toolset: 'campaign',
  effect: 'read',
  description:
    'Tell what happened in a campaign or in one sitting, in prose with the events behind each sentence; use it for "previously on…", for a player who was away, or to find your way back in. ' +
    'The same game gives the same words: nothing is invented, and what had no room is counted. ' +
    'Only player_safe leaves out secrets; without it the text is for the game master alone. ' +
    'Also names party, quests, open threads, people to remember and hooks to go on from. Of a long campaign it tells the last 500 events of the branch being played and weighty ones before them. ' +
    'For single events use get_events; for a session of work, get_session_state. Writes nothing.',
  input: () =>
    z.strictObject({
      campaign: ofCampaign,
      session_id: sessionId.optional().describe('Only this sitting; default: the whole campaign.'),
      length: z
        .enum(RECAP_LENGTHS)
        .optional()
        .describe(
          'A paragraph, what was important, or all of it (up to 16000 characters); default standard.',
        ),
      for_character: name.optional().describe('What this character missed: events and fights without them.'),
      player_safe: z
        .boolean()
        .optional()
        .describe('true: what the party may know, or for_character if given; default false.'),
    }),
  output: () =>
    z.object({
      text: z.string(),
      campaign: z.string(),
      session_id: z.string().nullable(),
      events_left_out: z.int().describe('Events that no sentence tells of.'),
      sentences: z.array(
        z.object({
          text: z.string(),
          events: z.array(z.string()),
          is_state: z.boolean().describe('Tells how things stand.'),
          is_aside: z.boolean().describe('Not for every ear.'),
        }),
      ),
      party: z.array(item()),
      quests: z.array(item()),
      threads: z.array(item()),
      reminders: z.array(item()).describe('People, and what is known of them.'),
      hooks: z.array(item()),
      is_shortened: z.boolean().describe('The lists are cut; get_campaign has all.'),
    }),
  aliases: { summarize_session: {} },
  handle: async ({ services, caller }, input) => {
    const { text, lists, ...rest } = recapFacts(await services.recapSession(caller, input));
    const fitted = Object.entries(lists).map(([key, items]) => [key, fitList<object>(items, 3_000)] as const);
    return reply({
      text,
      ...rest,
      ...Object.fromEntries(fitted.map(([key, { items }]) => [key, items])),
      is_shortened: fitted.some(([, { leftOut }]) => leftOut > 0),
    });
  },
});
