import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { capture, currentSession, filePath } from '../fields.ts';

export const captureNow = defineTool({
  name: 'capture_now',
  title: 'Capture the transcript',
  toolset: 'capture',
  effect: 'write',
  isIdempotent: false,
  description:
    "Stores the last messages of a session's transcript as a capture, credentials masked; call it when the exact words matter, before a risky step or, unless a hook opened the session, a compaction. " +
    'Instead: store_memory with type checkpoint to keep where the work stands. ' +
    'Each call adds a capture, kept for 90 days by default, or, for the same call and transcript, returns the last one. Starts a session if there is none. ' +
    "Fails if the client named no transcript (pass transcript_path), the transcript is outside the project and the clients' transcript folders or of another project, or the session is closed.",
  input: () =>
    z.strictObject({
      reason: z.string().min(1).max(1_000).optional().describe('Why.'),
      session_id: currentSession,
      transcript_path: filePath
        .optional()
        .describe("Absolute path of the client's transcript. Default: the one that the client named."),
      last_messages: z
        .int()
        .min(1)
        .max(200)
        .optional()
        .describe('Last messages to keep, within max_chars; default 80.'),
      max_chars: z
        .int()
        .min(1_000)
        .max(120_000)
        .optional()
        .describe('Characters, from the end; default 120000.'),
    }),
  output: () => capture,
  handle: async ({ services, caller }, input) => {
    const { capture, notices } = await services.captureNow(caller, input);
    return reply({ ...capture, notices });
  },
});
