import { defineCommand } from '../define-command.ts';
import { sessionFlag, textFlag } from '../flags.ts';

export const captureNow = defineCommand({
  name: 'capture now',
  summary: "Keep the last part of a session's transcript, secrets taken out.",
  effect: 'write',
  examples: ['throughline capture now', 'throughline capture now "before the migration" --session ses_…'],
  positionals: [{ name: 'REASON', description: 'Why, for later readers.', isOptional: true }],
  flags: {
    session: sessionFlag,
    transcript: textFlag('PATH', "Default: the one the session's client named."),
  },
  async act(
    { services, caller, style },
    { session: session_id, transcript: transcript_path, words: [reason] },
  ) {
    const facts = await services.captureNow(caller, { reason, session_id, transcript_path });
    const { id, message_count, session_id: of } = facts.capture;
    return { lines: [`Kept ${message_count} messages of ${of} as ${style.bold(id)}.`], facts };
  },
});
