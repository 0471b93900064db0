import * as z from 'zod';
import { endedView } from '../../../app/views/ended-view.ts';
import { SESSION_STATUSES } from '../../../domain/session/session.ts';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { filePath, redacted, sessionId, text } from '../../../mcp/fields.ts';

export const endClaudmasterSession = defineTool({
  name: 'end_claudmaster_session',
  title: 'Pause or end play in a campaign',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Pauses or ends a session of a campaign and returns a summary of what happened in it; call it when play stops. ' +
    'Every turn is already saved, and the campaign goes on. The summary is for the game master: it includes what players do not know. ' +
    'Instead: end_session, not in addition, to leave decisions or open loops too; add_session_note to add a note without stopping. ' +
    'The same call again changes nothing; different summary_notes are stored as a further note. ' +
    'Fails if the session is unknown, closed or not a game, or if campaign_path is not allowed; then nothing is written.',
  input: () =>
    z.strictObject({
      session_id: sessionId.describe('Session id from start_claudmaster_session, or a unique prefix.'),
      mode: z
        .enum(['pause', 'end'])
        .optional()
        .describe(
          'pause (default): start_claudmaster_session with resume true resumes the same session. end: the next play is a new session.',
        ),
      summary_notes: text.optional().describe('Your own words about the session, stored as a note.'),
      campaign_path: filePath
        .optional()
        .describe('Folder in the project, or another allowed folder, for a readable copy of the campaign.'),
    }),
  output: () =>
    z.object({
      status: z.enum(SESSION_STATUSES).describe('paused or ended.'),
      session_id: z.string(),
      session_summary: z.string(),
      save_path: z.string().nullable().describe('Where the readable copy is.'),
      stats: z.object({
        turn_count: z.int(),
        duration_minutes: z.number(),
        started_at: z.string(),
        paused_at: z.string().nullable(),
        ended_at: z.string().nullable(),
      }),
      handoff_id: z.string().nullable().describe('Handoff that end_session left earlier.'),
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
