import * as z from 'zod';
import { SESSION_KINDS, SESSION_STATUSES } from '../../domain/session/session.ts';
import { defineTool, reply } from '../define-tool.ts';
import { cursor, limit, note, projectName, sessionInfoFields } from '../fields.ts';
import { instant, lastInstant } from '../instant-field.ts';

export const getSessions = defineTool({
  name: 'get_sessions',
  title: 'List sessions with their notes',
  toolset: 'session',
  effect: 'read',
  description:
    'List sessions, newest first, each with its notes whole, checkpoint and open-loop counts; use it to find a session by time, agent, status or words, or to read what was noted. ' +
    'All filters combine. For one session in depth use get_session_state; for what still holds use boot_report. ' +
    'A page ends early rather than cut a note: when next_cursor is not null, pass it to go on. Writes nothing.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe("Project name or id; default: the current session's, with none all projects."),
      status: z.enum(SESSION_STATUSES).optional().describe('lost is active, but silent for too long.'),
      kind: z.enum(SESSION_KINDS).optional(),
      agent: z.string().min(1).max(200).optional().describe('Only sessions started under this name.'),
      since: instant.optional().describe('Started at or after this ISO 8601 time.'),
      until: lastInstant.optional().describe('Started at or before this ISO 8601 time or day.'),
      query: z
        .string()
        .max(1_000)
        .optional()
        .describe('Any of these words in title, notes or records; empty lists all.'),
      limit: limit(20),
      cursor: cursor.optional(),
    }),
  output: () =>
    z.object({
      sessions: z.array(
        z.object({
          ...sessionInfoFields,
          notes: z.array(note),
          notes_remaining: z.int(),
          checkpoint: z.string().nullable(),
          loops: z.object({ open: z.int(), resolved: z.int() }),
        }),
      ),
      next_cursor: z.string().nullable(),
      remaining: z.int(),
    }),
  handle: async ({ services, caller }, input) => {
    const { sessions, nextCursor, remaining } = await services.getSessions(caller, input);
    return reply({ sessions, next_cursor: nextCursor, remaining });
  },
});
