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
import { parsePartCursor, partCursor } from '../part-cursor.ts';

const contentPart = z
  .object({ from: z.int(), to: z.int(), of: z.int() })
  .optional()
  .describe('Of a content that is too long for one result: which characters it has, and of how many.');

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
    z.object({ memories: z.array(record.extend({ content_part: contentPart })), notices, ...page }),
  handle: async ({ services, caller }, { cursor: given, ...input }) => {
    const { from, page: cursor } =
      input.ids === undefined ? { from: 0, page: given } : parsePartCursor(given);
    const { memories, ...rest } = await services.listMemories(caller, { ...input, cursor });
    const cut = memories.map((memory, index) => cutContent(memory, index === 0 ? from : 0));
    const shown = { memories: cut.map(({ item }) => item), ...rest };
    const [part] = cut.flatMap(({ item }) => item.content_part ?? []);
    // The rest of a content comes before the rest of the list.
    return input.ids !== undefined && part !== undefined && part.to < part.of
      ? reply({
          ...shown,
          notices: [],
          remaining: rest.remaining + 1,
          next_cursor: partCursor(part.to, cursor),
        })
      : reply({ ...shown, notices: cut.flatMap((one) => one.notices) });
  },
});
