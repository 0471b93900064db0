import * as z from 'zod';
import { endedView } from '../../../app/views/ended-view.ts';
import { SESSION_STATUSES } from '../../../domain/session/session.ts';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { redacted, sessionId, text } from '../../../mcp/fields.ts';

export const endClaudmasterSession = defineTool({
  name: 'end_claudmaster_session',
  title: 'Get up from the table',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Pause a sitting of a campaign, or end it, and get a short summary of what happened in it; call it when play stops. ' +
    'The game itself is saved turn by turn: this closes the sitting, not the campaign. ' +
    'A paused sitting is resumed with start_claudmaster_session, an ended one is followed by the next. ' +
    'The same call again changes nothing; different notes are added to the earlier ones. ' +
    'The summary is for the game master, secrets included. ' +
    'Sessions of work are refused: use end_session, also to leave decisions or open loops. ' +
    'Secrets such as keys are masked. Durable when it answers.',
  input: () =>
    z.strictObject({
      session_id: sessionId.describe('From start_claudmaster_session.'),
      mode: z.enum(['pause', 'end']).optional().describe('Default pause.'),
      summary_notes: text.optional().describe('Your own words on the sitting, kept as a note.'),
      campaign_path: z
        .string()
        .min(1)
        .max(4_096)
        .optional()
        .describe('Folder in the allowed roots for a Markdown copy.'),
    }),
  output: () =>
    z.object({
      status: z.enum(SESSION_STATUSES).describe('paused or ended.'),
      session_id: z.string(),
      session_summary: z.string(),
      save_path: z.string().nullable(),
      stats: z.object({
        turn_count: z.int(),
        duration_minutes: z.number(),
        started_at: z.string(),
        paused_at: z.string().nullable(),
        ended_at: z.string().nullable(),
      }),
      handoff_id: z.string().nullable(),
      note_id: z.string().nullable(),
      redacted,
      message: z.string(),
    }),
  handle: async ({ services, caller }, input) => {
    const { ended, summary } = await services.endClaudmasterSession(caller, input);
    const view = endedView(ended, caller.wording);
    const { status, session_id, save_path, stats, handoff_id, note_id, redacted, message, notices } = view;
    return reply(
      {
        session_summary: summary,
        status,
        session_id,
        save_path,
        stats,
        handoff_id,
        note_id,
        redacted,
        message,
        notices,
      },
      'message',
    );
  },
});
