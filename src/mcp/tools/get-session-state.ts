import * as z from 'zod';
import { DETAIL_LEVELS } from '../../app/input-constraints.ts';
import { defineTool, reply } from '../define-tool.ts';
import { cursor, nullableText, page, recordHead, sessionId, sessionInfo } from '../fields.ts';

const turn = z.object({
  turn: z.int(),
  at: z.string(),
  who: nullableText,
  what: z.string(),
  narration: z.string().optional(),
  is_rewound: z.boolean().optional().describe('true: undone by a rewind.'),
});

export const getSessionState = defineTool({
  name: 'get_session_state',
  title: 'Read the state of one session',
  toolset: 'session',
  effect: 'read',
  description:
    'Returns the status, summary, recent turns and open loops of one session, and the party and quests of a game; use it to answer "where does session X stand" or before you resume or close it. ' +
    'It may show secrets of a game. ' +
    'Instead: get_sessions to find sessions or read notes; boot_report for the whole project. ' +
    'Writes nothing. Fails if the id is unknown or ambiguous, or none is given and no session is current.',
  input: () =>
    z.strictObject({
      session_id: sessionId.optional().describe('Id or unique prefix. Default: the current session.'),
      detail_level: z
        .enum(DETAIL_LEVELS)
        .optional()
        .describe(
          'minimal: only session_info. standard (default) adds turns, open loops, game and context_usage. full adds records, captures, receipts, lineage, files and narration.',
        ),
      include_history: z.boolean().optional().describe('false: like history_limit 0. Default true.'),
      history_limit: z
        .int()
        .min(0)
        .max(500)
        .optional()
        .describe('Turns per page; default 10; full raises it to 50. 0: none.'),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.looseObject({
      session_info: sessionInfo,
      game_state: z.looseObject({}).optional().describe('Place, date, combat and turn of a game.'),
      party_status: z
        .array(z.looseObject({}))
        .optional()
        .describe('Characters with class, level, hit points and conditions.'),
      recent_history: z
        .array(turn)
        .optional()
        .describe(
          'Last turns, oldest first; next_cursor leads to earlier ones. A turn is a reply of the agent where hooks run, else a call that writes; in a game, a turn of play.',
        ),
      active_quests: z.array(z.looseObject({})).optional().describe('Quests with title, status and giver.'),
      open_loops: z
        .array(z.object({ id: z.string(), content: z.string(), created_at: z.string() }))
        .optional(),
      open_loop_count: z.int().optional().describe('All; open_loops may list fewer.'),
      context_usage: z
        .looseObject({ context_budget_remaining: z.int(), max_tokens: z.int() })
        .optional()
        .describe(
          'Estimate: tokens that the turns of this session leave of max_tokens; not your own context.',
        ),
      next_cursor: page.next_cursor.optional(),
      remaining: z.int().optional().describe('Earlier turns that are not yet returned.'),
      records: z.array(recordHead).optional(),
      records_left_out: z
        .int()
        .optional()
        .describe('list_memories with session_id and status all returns them.'),
      captures: z.array(z.looseObject({})).optional().describe('As in list_captures.'),
      receipts: z.array(z.looseObject({})).optional().describe('Reports that were sent to it.'),
      lineage: z.array(z.looseObject({ session_id: z.string(), status: z.string() })).optional(),
      files: z.array(z.string()).optional(),
      state_version: z.int().optional(),
    }),
  handle: async ({ services, caller }, input) => {
    const { state } = await services.getSessionState(caller, input);
    return reply({ ...state });
  },
});
