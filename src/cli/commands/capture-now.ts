import { defineCommand } from '../define-command.ts';
import { sessionFlag } from '../flags.ts';

export const captureNow = defineCommand({
  name: 'capture now',
  summary: "Keep the last part of a session's transcript, secrets taken out.",
  effect: 'write',
  examples: ['throughline capture now', 'throughline capture now "before the migration" --session ses_…'],
  positionals: [{ name: 'REASON', description: 'Why, for later readers.', isOptional: true }],
  flags: [
    sessionFlag,
    { name: 'transcript', value: 'PATH', description: "Default: the one the session's client named." },
  ],
  parse: (flags, [reason]) => ({
    reason,
    session_id: flags.session?.[0],
    transcript_path: flags.transcript?.[0],
  }),
  async act({ services, caller, style }, input) {
    const facts = await services.captureNow(caller, input);
    const { id, message_count, session_id } = facts.capture;
    return {
      lines: [`Kept ${message_count} messages of ${session_id} as ${style.bold(id)}.`],
      facts,
    };
  },
});
