import * as z from 'zod';
import { RECORD_STATUSES } from '../../domain/record/record.ts';
import { cutContent } from '../cut-content.ts';
import { defineTool, reply } from '../define-tool.ts';
import {
  cursor,
  identifier,
  limit,
  notices,
  onlyCategory,
  onlyType,
  page,
  projectScope,
  record,
  someSession,
} from '../fields.ts';

const contentChars = z
  .int()
  .optional()
  .describe('The length of a content that was cut; a read by ids is whole.');

export const listMemories = defineTool({
  name: 'list_memories',
  title: 'List or read memory records',
  toolset: 'memory',
  effect: 'read',
  description:
    'Lists memory records in full, newest first, or returns the records that ids names; use it to see all records of one type, status or session, such as every open loop, or to read one that a report or search shortened. ' +
    'Instead: search_memory to find records by words or as of a date; get_sessions for notes; list_captures for transcripts. ' +
    'Writes nothing. Fails if an id, session or project is unknown, or if ids comes with a filter.',
  input: () =>
    z.strictObject({
      ids: z
        .array(identifier)
        .min(1)
        .max(200)
        .optional()
        .describe('Record ids of any status and project, in this order.'),
      category: onlyCategory,
      type: onlyType,
      project: projectScope,
      status: z
        .enum([...RECORD_STATUSES, 'all'])
        .optional()
        .describe('Only this status. Default active.'),
      session_id: someSession.optional().describe('Only records of this session, of any project.'),
      limit: limit(50),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.object({ memories: z.array(record.extend({ content_chars: contentChars })), notices, ...page }),
  handle: async ({ services, caller }, input) => {
    const { memories, ...rest } = await services.listMemories(caller, input);
    // An agent that names a record wants all of it.
    if (input.ids !== undefined) return reply({ memories, ...rest, notices: [] });
    const cut = memories.map(cutContent);
    return reply({
      memories: cut.map(({ item }) => item),
      ...rest,
      notices: cut.flatMap((one) => one.notices),
    });
  },
});
