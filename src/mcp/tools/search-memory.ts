import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import {
  instant,
  lastInstant,
  limit,
  longCursor,
  notices,
  onlyCategory,
  onlyType,
  page,
  projectScope,
  record,
} from '../fields.ts';

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search memory',
  toolset: 'memory',
  effect: 'read',
  description:
    'Searches what earlier sessions stored (records, notes, turns, events, captures) and returns ranked hits; use it to answer a question about the past, or before you decide or redo something. ' +
    '"Quoted words" must stand together, -word excludes, wor* matches a prefix; dates, identifiers and typos are understood. ' +
    'Weak matches are left out: with no results, try other words or a lower min_score. At most 200 hits in all. Long texts are cut: list_memories with ids has records in full, get_sessions notes, read_capture captures. ' +
    'To list all records of one type or session use list_memories; to find sessions by date, get_sessions. ' +
    'Writes nothing. Fails if the project is unknown.',
  input: () =>
    z.strictObject({
      query: z.string().max(2_000).describe('Words or a question. Empty: the newest.'),
      category: onlyCategory,
      type: onlyType,
      project: projectScope,
      status: z
        .enum(['active', 'all'])
        .optional()
        .describe('all: also resolved, superseded and other past ones. Default active.'),
      since: instant.optional().describe('Happened at or after this ISO 8601 time.'),
      until: lastInstant.optional().describe('Happened by then; a date includes its whole day.'),
      as_of: lastInstant.optional().describe('Past ISO 8601 time: what was valid then, as worded then.'),
      min_score: z.number().min(0).max(1).optional().describe('Lowest score. Default 0.64; 0: every match.'),
      limit: limit(10),
      cursor: longCursor.optional(),
    }),
  output: () =>
    z.object({
      results: z.array(
        z.object({
          kind: z.enum(['record', 'note', 'turn', 'event', 'capture']),
          record,
          score: z.number(),
          why: z.string(),
          snippet: z.string(),
          matched: z.array(z.string()),
        }),
      ),
      notices,
      ...page,
    }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.searchMemory(caller, input)) }),
});
