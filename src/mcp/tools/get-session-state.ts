import * as z from 'zod';
import { DETAIL_LEVELS } from '../../app/input-constraints.ts';
import { defineTool, reply } from '../define-tool.ts';
import { cursor, nullableText, recordHead, sessionInfo, someSession } from '../fields.ts';

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
  title: 'State of one session',
  toolset: 'session',
  effect: 'read',
  description:
    'Returns where one session stands (status, times, turns, open loops, and in a game party and quests); use it to answer "where does session X stand", before you resume or close it, or to read its turns. ' +
    'Reads any session in any status without joining it. ' +
    'Turns end with the newest; next_cursor returns earlier ones. For records that do not fit use list_memories with session_id. ' +
    'To find a session or list several use get_sessions; for what the whole project knows, boot_report. ' +
    'Writes nothing. Fails if the id is unknown or ambiguous, or if none is given and no session is current.',
  input: () =>
    z.strictObject({
      session_id: someSession
        .optional()
        .describe("Session id, a unique prefix of it, or the client's own id. Default: the current session."),
      detail_level: z
        .enum(DETAIL_LEVELS)
        .optional()
        .describe(
          'minimal: session_info. standard (default) adds turns, loops, game and context use. full adds records, captures, lineage, files and at least 50 turns.',
        ),
      include_history: z.boolean().optional().describe('false: return no turns. Default true.'),
      history_limit: z.int().min(0).max(500).optional().describe('Number of turns; default 10.'),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.looseObject({
      session_info: sessionInfo,
      game_state: z.looseObject({}).optional(),
      party_status: z.array(z.looseObject({})).optional(),
      recent_history: z.array(turn).optional(),
      active_quests: z.array(z.looseObject({})).optional(),
      open_loops: z
        .array(z.object({ id: z.string(), content: z.string(), created_at: z.string() }))
        .optional(),
      open_loop_count: z.int().optional(),
      context_usage: z.looseObject({ context_budget_remaining: z.int(), max_tokens: z.int() }).optional(),
      next_cursor: nullableText.optional(),
      remaining: z.int().optional(),
      records: z.array(recordHead).optional(),
      records_left_out: z.int().optional(),
      captures: z.array(z.looseObject({})).optional(),
      receipts: z.array(z.looseObject({})).optional(),
      lineage: z.array(z.looseObject({ session_id: z.string(), status: z.string() })).optional(),
      files: z.array(z.string()).optional(),
      state_version: z.int().optional(),
      snapshot: z.looseObject({}).optional(),
    }),
  aliases: {
    get_claudmaster_session_state: {},
    get_session_summary: { with_snapshot: true },
  },
  aliasNotes: { get_session_summary: 'It also returns snapshot, the work that the session left.' },
  handle: async ({ services, caller }, input) => {
    const { state } = await services.getSessionState(caller, input);
    return reply({ ...state });
  },
});
