import * as z from 'zod';
import { DEFAULT_MIN_SCORE } from '../../app/search/default-min-score.ts';
import { defineTool, replyWithText } from '../define-tool.ts';
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
} from '../fields.ts';
import { renderSearch } from '../render-search.ts';

const hit = () =>
  z.object({
    kind: z.enum(['record', 'note', 'turn', 'event', 'capture']),
    record: z.object({
      id: z.string(),
      type: z.string(),
      project: z.string().nullable(),
      project_name: z.string().nullable(),
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
  title: 'Search memory',
  toolset: 'memory',
  effect: 'read',
  description:
    'Searches what earlier sessions stored (records, notes, turns, captures) and returns ranked passages; use it to answer a question about the past, or before you decide or redo something. ' +
    '"Quoted words" must stand together, -word excludes, wor* matches a prefix; dates, identifiers and typos are understood. ' +
    'Each hit says in rest how to read the whole text. If nothing answers, results is empty and nearest shows up to three texts with what they lack. ' +
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
      as_of: lastInstant.optional().describe('What was valid then, as worded then.'),
      min_score: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe(`Lowest score. Default ${DEFAULT_MIN_SCORE}; 0: every match.`),
      content: z.enum(['passage', 'full']).optional().describe('full: whole texts. Default passage.'),
      limit: limit(10),
      cursor: longCursor.optional(),
    }),
  output: () => z.object({ results: z.array(hit()), nearest: z.array(hit()), notices, ...page }),
  handle: async ({ services, caller }, input) => {
    const found = await services.searchMemory(caller, input);
    return replyWithText({ ...found }, renderSearch(found));
  },
});
