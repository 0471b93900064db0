import * as z from 'zod';
import { TEXT_KINDS } from '../../app/ports/search-index.ts';
import { DEFAULT_MIN_SCORE, MAX_QUERY } from '../../app/search/limits.ts';
import type { SearchHit } from '../../app/search/show-hits.ts';
import { escapeInline, quoteBlock, quoteInline } from '../../domain/quote-text.ts';
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

interface Found {
  readonly results: readonly SearchHit[];
  readonly nearest: readonly SearchHit[];
  readonly remaining: number;
  readonly next_cursor: string | null;
}

const INDENT = '  ';
const TRY_NEXT =
  'If none of these helps: search for fewer or other words, or pass min_score 0 to list every text that shares a word.';
/** The whole of it is in the structured result. */
const MAX_RESOLUTION = 300;

function headOf({ record, score, confidence, why, missing }: SearchHit): string {
  const facts = [
    record.type,
    ...(record.status === 'active' ? [] : [record.status]),
    (record.occurred_at ?? record.created_at).slice(0, 10),
    ...(record.subject === undefined ? [] : [`about ${quoteInline(record.subject)}`]),
  ];
  const judged =
    missing === undefined
      ? `${confidence} ${score}: ${escapeInline(why)}`
      : missing.length === 0
        ? 'matches the words, but not closely enough'
        : `missing: ${missing.map(quoteInline).join(', ')}`;
  return `- ${escapeInline(record.id)} (${facts.join(', ')}) ${judged}`;
}

function renderHit(hit: SearchHit): string {
  const { passage, record, rest } = hit;
  // A text that is shown whole has its exact words in `content`; of a longer one that was asked for, the passage adds nothing.
  const text = passage.length < (record.content?.length ?? 0) ? record.content : passage;
  return [
    headOf(hit),
    quoteBlock(text ?? passage, INDENT),
    ...(record.resolution === undefined
      ? []
      : [`${INDENT}Resolved: ${quoteInline(record.resolution.slice(0, MAX_RESOLUTION).toWellFormed())}`]),
    ...(rest === undefined ? [] : [`${INDENT}The rest: ${rest}`]),
  ].join('\n');
}

/** Hits as a short list, without the fields that a reader rarely needs. */
export function renderSearch({ results, nearest, remaining, next_cursor }: Found): string {
  const isEmpty = results.length === 0;
  const head = !isEmpty
    ? []
    : nearest.length === 0
      ? ['There are no matches.']
      : ['Nothing answers this. Nearest by words:'];
  const more =
    next_cursor === null ? [] : [`${remaining} more: pass the same arguments and cursor ${next_cursor}`];
  const next = isEmpty && nearest.length > 0 ? [TRY_NEXT] : [];
  return [...head, ...(isEmpty ? nearest : results).map(renderHit), ...next, ...more].join('\n');
}

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
      content: z
        .enum(['passage', 'full'])
        .optional()
        .describe('full: whole texts up to 16000 characters. Default passage.'),
      limit: limit(10),
      cursor: longCursor.optional(),
    }),
  output: () => z.object({ results: z.array(hit()), nearest: z.array(hit()), notices, ...page }),
  handle: async ({ services, caller }, input) => {
    const found = await services.searchMemory(caller, input);
    return replyWithText({ ...found }, renderSearch(found));
  },
});
