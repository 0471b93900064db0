import * as z from 'zod';
import { SESSION_KINDS, SESSION_STATUSES } from '../../domain/session/session.ts';
import { defineTool, reply } from '../define-tool.ts';
import {
  cursor,
  identifier,
  instant,
  lastInstant,
  limit,
  note,
  nullableText,
  page,
  projectName,
  sessionInfoFields,
} from '../fields.ts';

export const getSessions = defineTool({
  name: 'get_sessions',
  title: 'List sessions with their notes',
  toolset: 'session',
  effect: 'read',
  description:
    'Lists sessions, newest first, each with its notes, checkpoint and loop counts; use it to answer "which sessions were there", to find one by date, agent, status or words, or to read notes. ' +
    'All filters must match. ' +
    'Instead: get_session_state for one session in depth; boot_report for what is left to do; search_memory for single facts. ' +
    'Writes nothing. Fails if the project is unknown.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe("Name or id; *: all. Default: the current session's, else the configured one, else all."),
      status: z
        .enum(SESSION_STATUSES)
        .optional()
        .describe('lost: its client is gone or long silent. closed: read-only. Default: any.'),
      kind: z.enum(SESSION_KINDS).optional().describe('Only sessions of this kind.'),
      agent: identifier.optional().describe('Exact name, as in the agent field.'),
      since: instant.optional().describe('Started at or after, such as 2026-03-01 (UTC).'),
      until: lastInstant.optional().describe('Started at or before; a date includes its day.'),
      query: z
        .string()
        .max(1_000)
        .optional()
        .describe('Session id, part of the title, or words, any of them in a note or record.'),
      limit: limit(20),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.object({
      sessions: z.array(
        z.object({
          ...sessionInfoFields,
          notes: z.array(note).describe('In full, of any visibility, oldest first.'),
          notes_remaining: z
            .int()
            .describe('Further notes of this session; the next page (next_cursor) begins with them.'),
          checkpoint: nullableText.describe(
            'Shortened if long; list_memories with session_id and status all has it whole.',
          ),
          loops: z.object({ open: z.int(), resolved: z.int() }),
        }),
      ),
      ...page,
    }),
  handle: async ({ services, caller }, input) => {
    const { sessions, nextCursor, remaining } = await services.getSessions(caller, input);
    return reply({ sessions, next_cursor: nextCursor, remaining });
  },
});
