import * as z from 'zod';
import { RECORD_CATEGORIES, RECORD_STATUSES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { cursor, limit, projectName, record, sessionId } from '../fields.ts';

export const listMemories = defineTool({
  name: 'list_memories',
  title: 'List or read records',
  toolset: 'memory',
  effect: 'read',
  description:
    'List stored records (constraints, decisions, open loops, …), newest first, or read the ones named by ids whole; use it for what a boot report shortened or left out. ' +
    'Filters combine. Only what still holds is listed unless you ask for another status; superseded records name what replaced them. ' +
    'For an overview within a budget use boot_report; for one session in depth get_session_state. ' +
    'A page ends early rather than cut a text: pass next_cursor to go on. Writes nothing.',
  input: () =>
    z.strictObject({
      ids: z
        .array(z.string().min(1).max(200))
        .min(1)
        .max(200)
        .optional()
        .describe('Read exactly these, whole; other filters are then ignored.'),
      category: z.enum(RECORD_CATEGORIES).optional(),
      type: z.enum(RECORD_TYPES).optional(),
      project: projectName
        .nullable()
        .optional()
        .describe('Name or id, plus what is global; null: global only; *: all. Default: the current one.'),
      status: z
        .enum([...RECORD_STATUSES, 'all'])
        .optional()
        .describe('Default active.'),
      session_id: sessionId.optional().describe("Only what this session left: our id or the client's own."),
      limit: limit(50),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.object({ memories: z.array(record), next_cursor: z.string().nullable(), remaining: z.int() }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.listMemories(caller, input)) }),
});
