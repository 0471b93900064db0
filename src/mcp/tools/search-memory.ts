import * as z from 'zod';
import { RECORD_CATEGORIES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { cursor, limit, projectName, record } from '../fields.ts';
import { instant, lastInstant } from '../instant-field.ts';

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search records',
  toolset: 'memory',
  effect: 'read',
  description:
    'Find what earlier sessions kept about something, ranked, each hit with its score and why it is there; use it before you decide or repeat work that may have been done. ' +
    'Plain words or a question; inflections match, "quoted words" must stand together. Looks in the current project and what is global; only what still holds, unless status is all. ' +
    'An empty query lists the newest. For everything of one type use list_memories; for the overview use boot_report. Writes nothing.',
  input: () =>
    z.strictObject({
      query: z.string().max(2_000).describe('Words, a question or a "phrase".'),
      category: z.enum(RECORD_CATEGORIES).optional(),
      type: z.enum(RECORD_TYPES).optional(),
      project: projectName
        .nullable()
        .optional()
        .describe('Name or id; null: global only; *: all. Default: the current one.'),
      status: z
        .enum(['active', 'all'])
        .optional()
        .describe('all: also resolved, superseded, expired, retracted. Default active.'),
      since: instant.optional().describe('Happened at or after this ISO 8601 time.'),
      until: lastInstant.optional().describe('Happened at or before this time or day.'),
      as_of: lastInstant.optional().describe('What held at this time or day.'),
      min_score: z.number().min(0).max(1).optional().describe('Weaker hits are left out; default 0.2.'),
      limit: limit(10),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.object({
      results: z.array(z.object({ record, score: z.number(), why: z.string(), snippet: z.string() })),
      next_cursor: z.string().nullable(),
      remaining: z.int(),
    }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.searchMemory(caller, input)) }),
});
