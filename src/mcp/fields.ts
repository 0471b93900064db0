import * as z from 'zod';
import { CAPTURE_REASONS } from '../domain/capture/capture.ts';
import { MAX_TEXT } from '../domain/check-text.ts';
import { DAY_MS, instantFromMs, isIsoDate } from '../domain/instant.ts';
import { MAX_BUDGET, MIN_BUDGET } from '../domain/orientation/orientation.ts';
import { RECORD_CATEGORIES, RECORD_TYPES } from '../domain/record/record.ts';

export const text = z.string().max(MAX_TEXT);
export const texts = z.array(text).max(25_000);
export const identifier = z.string().min(1).max(200);
export const sessionId = identifier;
export const someSession = sessionId.describe('Id from get_sessions.');
export const currentSession = sessionId.optional().describe('Default: the current session.');
export const filePath = z.string().min(1).max(4_096);
export const projectName = z.string().min(1).max(1_000);
export const projectScope = projectName
  .nullable()
  .optional()
  .describe('Name or id, plus global records. null: only global; *: all. Default: as in boot_report.');
const cursorOf = (max: number) => z.string().min(1).max(max).describe('next_cursor of the previous page.');
export const cursor = cursorOf(500);
/** Contains every hit that was shown, at most 200. */
export const longCursor = cursorOf(2_500);
export const limit = (usual: number) =>
  z.int().min(1).max(200).optional().describe(`Default ${usual} per page.`);
export const budget = z
  .int()
  .min(MIN_BUDGET)
  .max(MAX_BUDGET)
  .optional()
  .describe('Maximum characters; default 8000.');

export const nullableText = z.string().nullable();
export const page = {
  next_cursor: nullableText.describe('Pass it as cursor with the same arguments; null on the last page.'),
  remaining: z.int().describe('Entries after this page, which may be shorter than limit.'),
};

export const score = z.number().describe('0 to 100: how fresh and complete the report is.');
export const gap = z.object({
  code: z.string(),
  severity: z.enum(['critical', 'warning', 'info']),
  message: z.string(),
  next_step: z.string(),
  next: z.array(z.object({ action: z.string(), args: z.record(z.string(), z.unknown()) })),
});

export const sessionInfoFields = {
  session_id: z.string(),
  status: z.enum(['active', 'paused', 'lost', 'ended', 'closed']),
  kind: z.enum(['work', 'game']),
  project: z.string(),
  project_id: z.string(),
  campaign_id: nullableText,
  campaign_name: nullableText,
  title: nullableText,
  agent: nullableText,
  client_session_id: nullableText,
  started_at: z.string(),
  paused_at: nullableText,
  ended_at: nullableText,
  closed_at: nullableText,
  last_heard_at: z.string(),
  duration_minutes: z.number().describe('Active time; pauses excluded.'),
  turn_count: z.int(),
  predecessor_id: nullableText,
  successor_id: nullableText,
  summary: z.string(),
  reason: nullableText,
  epitaph: nullableText,
  succession_policy: nullableText,
  worktree: nullableText,
  branch: nullableText,
  head: nullableText,
  orientation_score: z.number().nullable(),
  gap_count: z.int().nullable(),
  transcript_path: nullableText,
};

export const sessionInfo = z.object(sessionInfoFields);

/** What a caller needs of a session that it just started. get_session_state declares the rest. */
export const sessionHead = z.looseObject({
  session_id: z.string(),
  status: z.string(),
  kind: z.string(),
  project: z.string(),
  title: nullableText,
  started_at: z.string(),
  turn_count: z.int(),
  predecessor_id: nullableText,
});
/** How a start found its session. */
export const resolution = z.object({
  outcome: z
    .enum(['started', 'rejoined', 'succeeded'])
    .describe(
      'started: new, without predecessor. rejoined: the same session goes on. succeeded: new, continues predecessor_id.',
    ),
  why: z.string(),
});
export const redacted = z
  .record(z.string(), z.int())
  .describe('Credentials masked before storing: kind and count.');
export const notices = z.array(z.string()).describe('What else the call did, changed or could not do.');

export const record = z.object({
  id: z.string(),
  type: z.string(),
  category: z.string(),
  importance: z.int(),
  content: z.string(),
  status: z.string(),
  project: nullableText,
  project_name: nullableText,
  session_id: nullableText,
  source: z.string(),
  subject: nullableText,
  created_at: z.string(),
  occurred_at: nullableText,
  updated_at: z.string(),
  version: z.int(),
  tags: z.array(z.string()),
  aliases: z.array(z.string()),
  supersedes: z.array(z.string()),
  superseded_by: nullableText,
  resolved_at: nullableText,
  resolution: nullableText,
  expires_at: nullableText,
});

/** A record that the caller wrote or knows. list_memories declares the rest. */
export const recordHead = z.looseObject({
  id: z.string(),
  type: z.string(),
  content: z.string(),
  status: z.string(),
  version: z.int(),
});

export const note = z.object({
  id: z.string(),
  session_id: z.string(),
  session_number: z.int().nullable(),
  date: z.string(),
  title: nullableText,
  summary: z.string(),
  events: z.array(z.string()),
  characters_present: z.array(z.string()),
  npcs_encountered: z.array(z.string()),
  quest_updates: z.record(z.string(), z.string()),
  combat_encounters: z.array(z.string()),
  experience_gained: z.number().nullable(),
  treasure_found: z.array(z.string()),
  notes: nullableText,
  visibility: z.enum(['public', 'private', 'dm_only']),
  version: z.int(),
});

export const capture = z.object({
  id: z.string(),
  session_id: z.string(),
  at: z.string(),
  reason: z.enum(CAPTURE_REASONS).describe('What triggered it.'),
  note: nullableText.describe('Reason given to capture_now.'),
  transcript_path: nullableText,
  lines: z.string().describe('Range of lines in the transcript, such as 12–90.'),
  message_count: z.int(),
  char_count: z.int(),
  skipped_bytes: z.int().describe('Part of the transcript that was too large to read.'),
  has_client_summary: z.boolean(),
  reviewed_at: nullableText,
  handoff_id: nullableText,
  redacted,
});

/** The capture that is being read. list_captures declares the rest. */
export const captureHead = z.looseObject({
  id: z.string(),
  session_id: z.string(),
  at: z.string(),
  reason: z.string(),
  reviewed_at: nullableText,
});

const dateTime = z.string().max(40).refine(isIsoDate, {
  error: 'must be an ISO 8601 date or time, such as 2026-03-01 or 2026-03-01T09:30:00Z',
});

const normalizeInstant = (text: string, extraMs: number) =>
  Number.isFinite(Date.parse(text)) ? instantFromMs(Date.parse(text) + extraMs) : text;

export const onlyType = z.enum(RECORD_TYPES).optional().describe('Only this type of record.');
export const onlyCategory = z.enum(RECORD_CATEGORIES).optional().describe('Only records of this category.');

/** ISO 8601, normalized to UTC. */
export const instant = dateTime.overwrite((text) => normalizeInstant(text, 0));

/** For an inclusive end: a date without a time means the end of that day. */
export const lastInstant = dateTime.overwrite((text) =>
  normalizeInstant(text, text.length === 10 ? DAY_MS - 1 : 0),
);
