import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { capture, currentSession, filePath } from '../fields.ts';

export const captureNow = defineTool({
  name: 'capture_now',
  title: 'Capture the transcript now',
  toolset: 'capture',
  effect: 'write',
  isIdempotent: false,
  description:
    "Stores the last messages of this session's transcript as they are; call it before a compaction or a risky step when the exact words matter and the client runs no Throughline hooks. " +
    'Hooks capture by themselves. To keep where the work stands use store_memory with type checkpoint. ' +
    "If the client named no transcript, it fails with transcript_not_found: pass transcript_path. It also fails for a path that is not allowed, another project's transcript, or a closed session. " +
    'Each call durably adds a capture; an unchanged part is stored once. Credentials are masked.',
  input: () =>
    z.strictObject({
      reason: z.string().min(1).max(1_000).optional().describe('Why, for later readers.'),
      session_id: currentSession,
      transcript_path: filePath.optional().describe('Default: the file that the client named.'),
      last_messages: z.int().min(1).max(200).optional().describe('Messages to keep; default 80.'),
      max_chars: z.int().min(1_000).max(120_000).optional().describe('Characters to keep; default 120000.'),
    }),
  output: () => capture,
  handle: async ({ services, caller }, input) => {
    const { capture, notices } = await services.captureNow(caller, input);
    return reply({ ...capture, notices });
  },
});
