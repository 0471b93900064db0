import { defineTool, reply } from '../../mcp/define-tool.ts';
import { note, text } from '../../mcp/fields.ts';
import { fitFacts } from './campaign-results.ts';
import { recapSession } from './tools/recap-session.ts';

const MAX_ECHO = 12_000;

/** The older name of recap_session, which also takes what was said at the table. */
export const summarizeSession = defineTool({
  ...recapSession,
  name: 'summarize_session',
  // Without a transcription it only reads, also on a server that is read-only.
  effect: 'log',
  description: `Alias of recap_session for existing prompts; prefer recap_session. ${recapSession.description.replace('Writes nothing.', 'With transcription it writes a note and returns it for you to complete with add_session_note; without, it writes nothing. Durable.')}`,
  input: () =>
    recapSession.input().extend({
      transcription: text
        .optional()
        .describe(
          'What was said, or the path of a text file in the allowed roots; kept as the source of a note.',
        ),
    }),
  output: () => recapSession.output().partial().extend({ note: note.optional() }),
  isCompat: true,
  handle: async (context, { transcription, ...rest }) => {
    if (transcription === undefined) return recapSession.handle(context, rest);
    const { campaign, session_id } = rest as { campaign?: string; session_id?: string };
    const { note, notices, ...drafted } = await context.services.summarizeSession(context.caller, {
      transcription: String(transcription),
      campaign,
      session_id,
    });
    return reply({ ...drafted, session_id: note.session_id, note: fitFacts(note, MAX_ECHO).facts, notices });
  },
});
