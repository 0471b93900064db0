import * as z from 'zod';
import { snakeKeys } from '../../../lib/key-case.ts';
import { defineTool, replyWithText } from '../../../mcp/define-tool.ts';
import { sessionId } from '../../../mcp/fields.ts';
import type { SessionRecap } from '../../app/recap-session.ts';
import { RECAP_LENGTHS } from '../../domain/recap/recap.ts';
import { campaignField, fitList, name, optionalFlag } from '../campaign-schemas.ts';

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
  title: 'Recap a campaign or session',
  toolset: 'campaign',
  effect: 'read',
  description:
    'Returns what happened in a campaign or one of its sessions, as short scenes (beats) in order of play, with the present state; use it for "previously on", or for an absent player. ' +
    'It quotes recorded text and cites event ids, which get_events finds with search. The last turn is always included; events that do not fit are counted. It includes what only the game master knows, unless player_safe is true. In a long campaign it covers the last 500 events of the branch being played and important earlier ones. ' +
    'Instead: get_events for single events; get_campaign for the present state alone; get_sessions to find a session; get_session_state for a work session. ' +
    'Writes nothing. Fails if the campaign, session or character is unknown.',
  input: () =>
    z.strictObject({
      campaign: campaignField,
      session_id: sessionId
        .optional()
        .describe('Only this session, from get_sessions. Default: the whole campaign.'),
      length: z
        .enum(RECAP_LENGTHS)
        .optional()
        .describe('brief: at most about 700 characters. standard (default): 2500. detailed: 16000.'),
      for_character: name
        .optional()
        .describe('Only what this character missed: events in which they took no part.'),
      player_safe: optionalFlag.describe(
        'true: leaves out what the party may not know, so it is safe to read aloud; with for_character, safe for that player only. Default false.',
      ),
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
            is_aside: optionalFlag.describe('Not known to the whole party.'),
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
      hooks: z.array(item()).describe('Open leads for the next scene.'),
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
