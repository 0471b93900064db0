import * as z from 'zod';
import { RECORD_CATEGORIES, RECORD_STATUSES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { cursor, identifier, limit, page, projectScope, record, sessionId } from '../fields.ts';

export const listMemories = defineTool({
  name: 'list_memories',
  title: 'List or read records',
  toolset: 'memory',
  effect: 'read',
  description:
    'List stored records, newest first, or read those named by ids whole; for what a boot report left out, or all of one type or session. ' +
    'Filters combine; only what still holds is listed unless status says otherwise. ' +
    'A page ends early rather than cut a text: pass next_cursor with the same arguments. An unknown id refuses the call. ' +
    'To find by words use search_memory. Writes nothing.',
  input: () =>
    z.strictObject({
      ids: z.array(identifier).min(1).max(200).optional().describe('These, in this order; not with filters.'),
      category: z.enum(RECORD_CATEGORIES).optional(),
      type: z.enum(RECORD_TYPES).optional(),
      project: projectScope,
      status: z
        .enum([...RECORD_STATUSES, 'all'])
        .optional()
        .describe('Default active.'),
      session_id: sessionId.optional().describe('What this session left, in any project.'),
      limit: limit(50),
      cursor: cursor.optional(),
    }),
  output: () => z.object({ memories: z.array(record), ...page }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.listMemories(caller, input)) }),
});
