import * as z from 'zod';
import { snakeKeys } from '../../../lib/key-case.ts';
import { defineTool, replyWithText } from '../../../mcp/define-tool.ts';
import { sessionId } from '../../../mcp/fields.ts';
import type { SessionRecap } from '../../app/recap-session.ts';
import { RECAP_LENGTHS } from '../../domain/recap/recap.ts';
import { campaignField, name } from '../campaign-fields.ts';
import { fitList } from '../campaign-results.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

/** Removes null, false and empty fields, which most items have many of. */
const compact = (items: readonly object[]): readonly object[] =>
  items.map((item) =>
    Object.fromEntries(Object.entries(snakeKeys(item)).filter(([, value]) => !isEmpty(value))),
  );

const recapLists = ({ beats, state, party, quests, threads, reminders, hooks }: SessionRecap) => ({
  beats: compact(beats),
  state: compact(state),
  party: compact(party),
  quests: compact(quests),
  threads: compact(threads),
  reminders: compact(reminders),
  hooks,
});

const MAX_LIST_CHARS = 3_000;
const item = () => z.looseObject({});

export const recapSession = defineTool({
  name: 'recap_session',
  title: 'Recap a campaign',
  toolset: 'campaign',
  effect: 'read',
  description:
    'Returns what happened in a campaign or one of its sessions, as a recap; use it for "previously on", for a player who was absent, or to continue a game. ' +
    'It quotes the words that were recorded and cites event ids. Nothing is invented, the last turn is always included, and events that do not fit are counted. ' +
    'Unless player_safe is true, it includes what only the game master knows. ' +
    'In a long campaign it covers the last 500 events of the branch being played and important earlier ones. ' +
    'For single events use get_events; for the present state alone, get_campaign; for a session of work, get_session_state. ' +
    'Writes nothing. Fails if the campaign, session or character is unknown.',
  input: () =>
    z.strictObject({
      campaign: campaignField,
      session_id: sessionId.optional().describe('Only this session. Default: the whole campaign.'),
      length: z
        .enum(RECAP_LENGTHS)
        .optional()
        .describe('About 700, 2500 or 16000 characters at most. Default standard.'),
      for_character: name.optional().describe('Only what this character missed: events without them.'),
      player_safe: z
        .boolean()
        .optional()
        .describe('true: only what the party knows, or for_character if given. Default false.'),
    }),
  output: () =>
    z.object({
      campaign: z.string(),
      session_id: z.string().nullable(),
      events_left_out: z.int().describe('Events that are in no beat.'),
      beats: z
        .array(
          z.object({
            who: z.string().optional(),
            place: z.string().optional().describe('Where it differs from the beat before.'),
            action: z.string().optional(),
            narration: z.string().optional(),
            roll: z.string().optional(),
            changes: z.array(z.string()).optional(),
            events: z.array(z.string()),
            is_aside: z.boolean().optional().describe('Not known to the whole party.'),
            known_to: z.array(z.string()).optional(),
          }),
        )
        .describe('In order of play; shortened words end in "…".'),
      state: z
        .array(z.object({ text: z.string(), events: z.array(z.string()).optional() }))
        .describe('How things are now.'),
      party: z.array(item()),
      quests: z.array(item()),
      threads: z.array(item()),
      reminders: z.array(item()).describe('People, and what is known of them.'),
      hooks: z.array(item()),
      is_shortened: z.boolean().describe('Lists after the beats are cut; get_campaign has all.'),
    }),
  handle: async ({ services, caller }, input) => {
    const recap = await services.recapSession(caller, input);
    const { beats, ...lists } = recapLists(recap);
    const fitted = Object.entries(lists).map(
      ([key, items]) => [key, fitList<object>(items, MAX_LIST_CHARS)] as const,
    );
    const facts = {
      campaign: recap.campaign,
      session_id: recap.sessionId,
      events_left_out: recap.leftOut,
      beats,
      ...Object.fromEntries(fitted.map(([key, { items }]) => [key, items])),
      is_shortened: fitted.some(([, { leftOut }]) => leftOut > 0),
    };
    return replyWithText(facts, recap.text);
  },
});
