import * as z from 'zod';
import { TEXT_KINDS } from '../../app/ports/search-index.ts';
import { DEFAULT_MIN_SCORE, MAX_QUERY } from '../../app/search/limits.ts';
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
    kind: z.enum(['record', ...TEXT_KINDS]),
    record: z.object({
      id: z.string().describe('Of the item, whatever its kind; rest says how to read it.'),
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
    why: z.string().describe('Why it was found.'),
    passage: z.string(),
    matched: z.array(z.string()),
    rest: z.string().optional().describe('Call that returns the whole text.'),
    missing: z.array(z.string()).optional().describe('Words of the query that it lacks.'),
  });

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search memories, notes and transcripts',
  toolset: 'memory',
  effect: 'read',
  description:
    'Searches what sessions stored (records, notes, turns, captures, session titles, games) and returns ranked passages; use it to answer a question about one topic. ' +
    'If nothing reaches min_score, results is empty and nearest has up to three weaker matches. It includes secrets of a game, except with project *. ' +
    'Instead: boot_report for where the work stands; list_memories for all of one type or session; get_sessions to find sessions by date. ' +
    'Writes nothing. Fails if the project is unknown.',
  input: () =>
    z.strictObject({
      query: z
        .string()
        .max(MAX_QUERY)
        .describe(
          'Words or a question. "Quoted words" must stand together, -word excludes, wor* matches a prefix. Empty: all, newest first.',
        ),
      category: onlyCategory,
      type: onlyType,
      project: projectScope,
      status: z
        .enum(['active', 'all'])
        .optional()
        .describe('all: also resolved, superseded, expired, retracted. Default active.'),
      since: instant.optional().describe('Happened at or after, such as 2026-03-01 (UTC).'),
      until: lastInstant.optional().describe('Happened at or before; a date includes its day.'),
      as_of: lastInstant
        .optional()
        .describe('Records valid then, as worded then, and other texts until then; a date means its end.'),
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
