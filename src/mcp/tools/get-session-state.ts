import * as z from 'zod';
import { DETAIL_LEVELS } from '../../app/input-constraints.ts';
import { defineTool, reply } from '../define-tool.ts';
import { cursor, nullableText, record, sessionId, sessionInfo } from '../fields.ts';

const turn = z.object({
  turn: z.int().describe('In a game, that of the campaign.'),
  at: z.string(),
  who: nullableText,
  what: z.string(),
  narration: z.string().optional(),
  is_rewound: z.boolean().optional().describe('true: taken back with rewind_session.'),
});

export const getSessionState = defineTool({
  name: 'get_session_state',
  title: 'State of one session',
  toolset: 'session',
  effect: 'read',
  description:
    'Look up where one session stands (status, active time, turns, open loops); use it before you resume or close one, or to read back what it did. ' +
    'Takes any session and resumes none. ' +
    'Turns end with the newest; next_cursor leads to earlier ones. ' +
    'For several sessions or notes use get_sessions; for the whole project, boot_report. Writes nothing.',
  input: () =>
    z.strictObject({
      session_id: sessionId.optional().describe('Default: the current session; needed over HTTP.'),
      detail_level: z
        .enum(DETAIL_LEVELS)
        .optional()
        .describe(
          'minimal: session_info; standard (default): + turns, loops, context use; full: + records, lineage, files, agents, at least 50 turns.',
        ),
      include_history: z.boolean().optional().describe('false: no turns; default true.'),
      history_limit: z.int().min(0).max(500).optional().describe('Turns; default 10.'),
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
      records: z.array(record).optional(),
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
  handle: async ({ services, caller }, input) => {
    const { state } = await services.getSessionState(caller, input);
    return reply({ ...state });
  },
});
