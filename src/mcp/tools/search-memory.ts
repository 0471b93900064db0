import * as z from 'zod';
import { DEFAULT_MIN_SCORE } from '../../app/search/default-min-score.ts';
import { RECORD_CATEGORIES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, replyWithText } from '../define-tool.ts';
import { instant, lastInstant, limit, longCursor, notices, page, projectScope } from '../fields.ts';
import { renderSearch } from '../render-search.ts';

const hit = () =>
  z.object({
    kind: z.enum(['record', 'note', 'turn', 'event', 'capture']),
    record: z.object({
      id: z.string(),
      type: z.string(),
      project: z.string().nullable(),
      status: z.string(),
      created_at: z.string(),
      occurred_at: z.string().optional(),
      session_id: z.string().optional(),
      subject: z.string().optional(),
      superseded_by: z.string().optional(),
      resolution: z.string().optional(),
      expires_at: z.string().optional(),
      content: z.string().optional(),
    }),
    score: z.number(),
    confidence: z.enum(['high', 'medium', 'low']),
    why: z.string(),
    passage: z.string(),
    matched: z.array(z.string()),
    rest: z.string().optional(),
    missing: z.array(z.string()).optional(),
  });

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search records',
  toolset: 'memory',
  effect: 'read',
  description:
    'Find what earlier sessions kept or said, best first; use it before you decide. ' +
    'Words, a question or a whole request; "quoted words" stand together, -word excludes, wor* extends. ' +
    'Covers records, notes, turns, captures that still hold here and globally. ' +
    'A hit is a passage; rest says how to read it all. ' +
    'If nothing answers, nearest shows three texts and what they lack. ' +
    'For all records of one type use list_memories. Writes nothing.',
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
      min_score: z.number().min(0).max(1).optional().describe(`Default ${DEFAULT_MIN_SCORE}; 0: all.`),
      content: z.enum(['passage', 'full']).optional().describe('full: whole texts.'),
      limit: limit(10),
      cursor: longCursor.optional(),
    }),
  output: () => z.object({ results: z.array(hit()), nearest: z.array(hit()), notices, ...page }),
  handle: async ({ services, caller }, input) => {
    const found = await services.searchMemory(caller, input);
    return replyWithText({ ...found }, renderSearch(found));
  },
});
