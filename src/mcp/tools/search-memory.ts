import * as z from 'zod';
import { RECORD_CATEGORIES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { instant, lastInstant, limit, longCursor, notices, page, projectScope, record } from '../fields.ts';

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search records',
  toolset: 'memory',
  effect: 'read',
  description:
    'Find what earlier sessions kept or said, ranked, with score and why; use it before you decide or repeat what may have been done. ' +
    'Words or a sentence; "quoted words" stand together, -word excludes, wor* completes; dates, identifiers, typos are understood. ' +
    'Records, notes, turns and captures that still hold, here and globally. ' +
    'Weak matches are left out: with none, try other words or a lower min_score. ' +
    'At most 200, long texts shortened. For all of one type or whole texts use list_memories. Writes nothing.',
  input: () =>
    z.strictObject({
      query: z.string().max(2_000).describe('Words or a question; empty: the newest.'),
      category: z.enum(RECORD_CATEGORIES).optional(),
      type: z.enum(RECORD_TYPES).optional(),
      project: projectScope,
      status: z.enum(['active', 'all']).optional().describe('all: also what is over.'),
      since: instant.optional().describe('Happened from; ISO 8601.'),
      until: lastInstant.optional().describe('Happened by; a date counts whole.'),
      as_of: lastInstant.optional().describe('What held then, as worded then.'),
      min_score: z.number().min(0).max(1).optional().describe('Default 0.64; 0: all.'),
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
