import * as z from 'zod';
import { endedView } from '../../../app/views/ended-view.ts';
import { SESSION_STATUSES } from '../../../domain/session/session.ts';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { redacted, sessionId, text } from '../../../mcp/fields.ts';

export const endClaudmasterSession = defineTool({
  name: 'end_claudmaster_session',
  title: 'Pause or end a campaign session',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Pauses or ends a session of a campaign and returns a summary of what happened in it; call it when play stops. ' +
    'Every turn is saved already: this ends the session, not the campaign. A paused session is resumed with start_claudmaster_session; an ended one is followed by a new session. ' +
    'The summary is for the game master and includes what players do not know. ' +
    'To leave decisions or open loops too, or to end a session of work, use end_session; to add a note without stopping, add_session_note. ' +
    'Writes durably; the same call again changes nothing, and different notes are added to the earlier ones. Credentials are masked. ' +
    'Fails if the session is unknown, closed or not a game, or if campaign_path is not allowed; then nothing is written.',
  input: () =>
    z.strictObject({
      session_id: sessionId.describe('Session id from start_claudmaster_session.'),
      mode: z
        .enum(['pause', 'end'])
        .optional()
        .describe('pause: the same session can be resumed. Default pause.'),
      summary_notes: text.optional().describe('Your own words about the session, stored as a note.'),
      campaign_path: z
        .string()
        .min(1)
        .max(4_096)
        .optional()
        .describe('Folder, in the project or another allowed root, for a readable copy of the campaign.'),
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
