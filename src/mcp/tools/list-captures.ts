import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { capture, cursor, limit, page, projectName, someSession } from '../fields.ts';

export const listCaptures = defineTool({
  name: 'list_captures',
  title: 'List transcript captures',
  toolset: 'capture',
  effect: 'read',
  description:
    'Lists the transcript captures of a project or of one session, newest first, without content; use it after a compaction or a lost session to find the id for read_capture. ' +
    'Instead: boot_report for what was decided or left open; search_memory to find words inside captures. ' +
    'Writes nothing. Fails if the session or project is unknown.',
  input: () =>
    z.strictObject({
      session_id: someSession.optional().describe('Only captures of this session, of any project.'),
      project: projectName.optional().describe('Name or id. Default: as in boot_report.'),
      unreviewed_only: z
        .boolean()
        .optional()
        .describe('true: only those not marked as reviewed. Default false.'),
      limit: limit(20),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.object({
      captures: z.array(capture),
      ...page,
    }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.listCaptures(caller, input)) }),
});
