import * as z from 'zod';
import { RECORD_STATUSES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import {
  cursor,
  identifier,
  limit,
  onlyCategory,
  onlyType,
  page,
  projectScope,
  record,
  someSession,
} from '../fields.ts';

export const listMemories = defineTool({
  name: 'list_memories',
  title: 'List or read records',
  toolset: 'memory',
  effect: 'read',
  description:
    'Lists stored records, newest first, or returns the records named by ids in full; use it to see all records of one type or session, such as every open loop, or to read what a report or search cut. ' +
    'Filters combine with AND. ' +
    'To find records by words use search_memory; for notes, get_sessions. ' +
    'Writes nothing. Fails if an id, session or project is unknown, or if ids and filters are combined.',
  input: () =>
    z.strictObject({
      ids: z
        .array(identifier)
        .min(1)
        .max(200)
        .optional()
        .describe('Records to return, in this order; not with filters.'),
      category: onlyCategory,
      type: onlyType,
      project: projectScope,
      status: z
        .enum([...RECORD_STATUSES, 'all'])
        .optional()
        .describe('Only this status. Default active.'),
      session_id: someSession.optional().describe('Only records of this session, in any project.'),
      limit: limit(50),
      cursor: cursor.optional(),
    }),
  output: () => z.object({ memories: z.array(record), ...page }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.listMemories(caller, input)) }),
});
