import * as z from 'zod';
import { orientationView } from '../../app/views/orientation-view.ts';
import { defineTool, reply } from '../define-tool.ts';
import { budget, filePath, gap, nullableText, projectName, score } from '../fields.ts';

export const bootReport = defineTool({
  name: 'boot_report',
  title: 'Read the boot report',
  toolset: 'session',
  effect: 'log',
  isIdempotent: false,
  description:
    'Returns the boot report of a project (all that still holds: rules, lessons, decisions, checkpoint, open loops, git changes) without joining a session; call it to answer "what happened last time", after a compaction, or for another project. ' +
    'Instead: start_session to begin work; get_sessions for sessions and notes (not in the report); search_memory for one topic; read_capture for exact words. ' +
    'Each call logs the report and changes nothing else. ' +
    "Fails if the project is unknown, or a path is relative or outside the project, Throughline's home and the clients' transcript folders.",
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe(
          "Name or id. Default: the current session's, else the configured one, else the server folder's.",
        ),
      budget_chars: budget,
      format: z.enum(['full', 'brief']).optional().describe('brief: at most 1600 characters. Default full.'),
      identity_path: filePath
        .optional()
        .describe('File about the user that the report quotes. Default: the configured one.'),
      transcript_dir: filePath
        .optional()
        .describe('Folder; its newest .jsonl is returned as transcript_path. Default: the last recorded.'),
    }),
  output: () =>
    z.object({
      project: z.string(),
      project_id: z.string(),
      report: z.string(),
      score,
      score_parts: z.array(
        z.object({ name: z.string(), earned: z.number(), possible: z.number(), why: z.string() }),
      ),
      gaps: z.array(gap).describe('What the report lacks; next_step says what to do, next as calls.'),
      sections: z.array(
        z.object({
          name: z.string(),
          total: z.int(),
          shown: z.int(),
          shortened: z.int().describe('Entries that were cut to fit.'),
          left_out: z.int().describe('Counted in the report, with the call that returns them.'),
        }),
      ),
      estimated_tokens: z.int(),
      transcript_path: nullableText,
      receipt_id: nullableText.describe('Log entry of this call.'),
    }),
  handle: async ({ services, caller }, input) => {
    const boot = await services.bootReport(caller, input);
    const view = orientationView(boot, (gap) => gap);
    return reply({ ...view, notices: boot.notices }, 'report');
  },
});
