import * as z from 'zod';
import { orientationView } from '../../app/views/orientation-view.ts';
import { defineTool, reply } from '../define-tool.ts';
import { budget, filePath, gap, nullableText, projectName } from '../fields.ts';

export const bootReport = defineTool({
  name: 'boot_report',
  title: 'Orientation report',
  toolset: 'session',
  effect: 'log',
  isIdempotent: false,
  description:
    'Returns the orientation of a project without joining a session; call it to answer "what happened last time", to catch up after a compaction, or to look into another project. ' +
    'It lists constraints, warnings, the last checkpoint, open loops, git changes and gaps; what does not fit is counted. ' +
    'To begin work use start_session, which includes it; to list sessions or read notes, get_sessions; for one session, get_session_state; for a topic, search_memory. ' +
    'Each call logs the delivery and changes nothing else. ' +
    'Fails if the project is unknown or a path is not allowed.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe("Name or id. Default: the current session's, else as in start_session."),
      budget_chars: budget,
      format: z.enum(['full', 'brief']).optional().describe('brief: at most 1600 characters. Default full.'),
      identity_path: filePath.optional().describe('File about the person to quote. Default: as configured.'),
      transcript_dir: filePath
        .optional()
        .describe('Folder whose newest .jsonl becomes transcript_path. Default: the last recorded.'),
    }),
  output: () =>
    z.object({
      project: z.string(),
      project_id: z.string(),
      report: z.string(),
      score: z.number().describe('0 to 100: how fresh and complete it is.'),
      score_parts: z.array(
        z.object({ name: z.string(), earned: z.number(), possible: z.number(), why: z.string() }),
      ),
      gaps: z.array(gap),
      sections: z.array(
        z.object({
          name: z.string(),
          total: z.int(),
          shown: z.int(),
          shortened: z.int(),
          left_out: z.int(),
        }),
      ),
      estimated_tokens: z.int(),
      transcript_path: nullableText,
      receipt_id: nullableText,
    }),
  handle: async ({ services, caller }, input) => {
    const boot = await services.bootReport(caller, input);
    return reply(
      orientationView(boot, (gap) => gap),
      'report',
    );
  },
});
