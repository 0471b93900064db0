import * as z from 'zod';
import { RECORD_CATEGORIES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { limit, longCursor, projectName, record } from '../fields.ts';
import { instant, lastInstant } from '../instant-field.ts';

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search records',
  toolset: 'memory',
  effect: 'read',
  description:
    'Find what earlier sessions kept about something, ranked, with score and why; use it before you decide or repeat work that may have been done. ' +
    'Any word may match, inflected too, in text, subject, tags and aliases; "quoted words" must stand together. Without hits try other words or a lower min_score. ' +
    'Only what still holds, here and globally; at most 400 hits, long texts shortened. ' +
    'For all of one type or whole texts use list_memories. Writes nothing.',
  input: () =>
    z.strictObject({
      query: z.string().max(2_000).describe('Words or a question; empty: the newest.'),
      category: z.enum(RECORD_CATEGORIES).optional(),
      type: z.enum(RECORD_TYPES).optional(),
      project: projectName
        .nullable()
        .optional()
        .describe('Name or id, plus global; null: global only; *: all. Default: the current.'),
      status: z
        .enum(['active', 'all'])
        .optional()
        .describe('all: also what no longer holds; default active.'),
      since: instant.optional().describe('Happened from; ISO 8601.'),
      until: lastInstant.optional().describe('Happened by; a bare date counts whole.'),
      as_of: lastInstant
        .optional()
        .describe('What held then, worded as now; overrides status, needs a query.'),
      min_score: z.number().min(0).max(1).optional().describe('Default 0.2.'),
      limit: limit(10),
      cursor: longCursor.optional(),
    }),
  output: () =>
    z.object({
      results: z.array(z.object({ record, score: z.number(), why: z.string(), snippet: z.string() })),
      next_cursor: z.string().nullable(),
      remaining: z.int(),
    }),
  handle: async ({ services, caller }, input) => reply({ ...(await services.searchMemory(caller, input)) }),
});
