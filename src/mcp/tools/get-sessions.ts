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
    'List sessions, newest first, with their notes whole, checkpoint and loop counts; use it to find a session by time, agent, status or words, or to read notes. ' +
    'Filters combine. A page ends early rather than cut a note: pass next_cursor with the same filters. ' +
    'For one session in depth use get_session_state; for single records, search_memory. Writes nothing.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe("Name or id; default: the current session's, else the configured one, else all."),
      status: z.enum(SESSION_STATUSES).optional().describe('lost: active, but silent for too long.'),
      kind: z.enum(SESSION_KINDS).optional(),
      agent: identifier.optional().describe('As given to start_session.'),
      since: instant.optional().describe('Started from; ISO 8601.'),
      until: lastInstant.optional().describe('Started by; a bare date counts whole.'),
      query: z.string().max(1_000).optional().describe('Any word in notes or records, or all in the title.'),
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
          checkpoint: nullableText,
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
