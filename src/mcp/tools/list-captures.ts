import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { capture, cursor, limit, page, sessionId } from '../fields.ts';

export const listCaptures = defineTool({
  name: 'list_captures',
  title: 'List captures',
  toolset: 'capture',
  effect: 'read',
  description:
    'List pieces of transcripts kept here, newest first; use it after a compaction or a lost session. ' +
    'Read one with read_capture; for conclusions use boot_report or search_memory. Writes nothing.',
  input: () =>
    z.strictObject({
      session_id: sessionId.optional().describe('Only of this session.'),
      unreviewed_only: z.boolean().optional().describe('Default false.'),
      limit: limit(20),
      cursor: cursor.optional(),
    }),
  output: () => z.object({ captures: z.array(capture), ...page }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.listCaptures(caller, input)) }),
});
