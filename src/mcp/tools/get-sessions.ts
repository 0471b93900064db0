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
    'Lists sessions, newest first, each with its notes in full, checkpoint and loop counts; use it to answer "which sessions were there", to find one by date, agent, status or words, or to read session notes. ' +
    'Filters combine with AND. ' +
    'For one session in depth use get_session_state; for what the last session left to do, boot_report; for single facts, search_memory. ' +
    'Writes nothing. No match returns an empty list; an unknown project fails.',
  input: () =>
    z.strictObject({
      project: projectName
        .optional()
        .describe("Name or id. Default: the current session's, else as configured, else all."),
      status: z
        .enum(SESSION_STATUSES)
        .optional()
        .describe('lost: was active, then fell silent without ending.'),
      kind: z.enum(SESSION_KINDS).optional().describe('Only sessions of this kind.'),
      agent: identifier.optional().describe('Agent name as given to start_session.'),
      since: instant.optional().describe('Started at or after this ISO 8601 time.'),
      until: lastInstant.optional().describe('Started by then; a date includes its whole day.'),
      query: z
        .string()
        .max(1_000)
        .optional()
        .describe('Any word in notes or records, or all words in the title.'),
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
