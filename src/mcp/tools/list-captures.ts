import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { capture, cursor, limit, page, someSession } from '../fields.ts';

export const listCaptures = defineTool({
  name: 'list_captures',
  title: 'List captures',
  toolset: 'capture',
  effect: 'read',
  description:
    'Lists the stored transcript captures of this project, newest first, without their content; use it after a compaction or a lost session to find what to read with read_capture. ' +
    'For stored conclusions use boot_report or search_memory. ' +
    'Writes nothing. Fails if session_id is unknown.',
  input: () =>
    z.strictObject({
      session_id: someSession.optional().describe('Only of this session. Default: the project.'),
      unreviewed_only: z.boolean().optional().describe('true: only those nobody has read in full.'),
      limit: limit(20),
      cursor: cursor.optional(),
    }),
  output: () => z.object({ captures: z.array(capture), ...page }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.listCaptures(caller, input)) }),
});
