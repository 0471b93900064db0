import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { capture, filePath, sessionId } from '../fields.ts';

export const captureNow = defineTool({
  name: 'capture_now',
  title: 'Keep the transcript now',
  toolset: 'capture',
  effect: 'write',
  description:
    "Keep the last part of this session's transcript, secrets masked; call it before a compaction or risky work. " +
    'Hooks do so by themselves before compaction and at the end; the same part is kept once. Durable. For conclusions use store_memory.',
  input: () =>
    z.strictObject({
      reason: z.string().min(1).max(1_000).optional().describe('Why, for readers.'),
      session_id: sessionId.optional().describe('Default: the current.'),
      transcript_path: filePath
        .optional()
        .describe("Default: the one its client named; never another project's."),
      last_messages: z.int().min(1).max(200).optional().describe('Default 80.'),
      max_chars: z.int().min(1_000).max(120_000).optional().describe('Default 120000.'),
    }),
  output: () => capture,
  handle: async ({ services, caller }, input) => {
    const { capture, notices } = await services.captureNow(caller, input);
    return reply({ ...capture, notices });
  },
});
