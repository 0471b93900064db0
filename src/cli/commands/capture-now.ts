import { defineCommand } from '../define-command.ts';
import { sessionFlag, textFlag } from '../flags.ts';

export const captureNow = defineCommand({
  name: 'capture now',
  summary: "Store the last messages of a session's transcript, without secrets.",
  effect: 'write',
  examples: ['throughline capture now', 'throughline capture now "before the migration" --session ses_…'],
  positionals: [{ name: 'REASON', description: 'Reason for the capture.', isOptional: true }],
  flags: {
    session: sessionFlag,
    transcript: textFlag('PATH', 'The transcript file. Default: the one that the client reported.'),
  },
  async act(context, { session: session_id, transcript: transcript_path, words: [reason] }) {
    const { services, caller, style } = context;
    const facts = await services.captureNow(caller, { reason, session_id, transcript_path });
    const { id, message_count, session_id: of } = facts.capture;
    const line = `Stored ${message_count} messages of ${of} as ${style.bold(id)}.`;
    return { lines: [line], facts };
  },
});
