import * as z from 'zod';
import { RECORD_CATEGORIES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { notices, projectName, record, redacted, sessionId, text } from '../fields.ts';
import { instant } from '../instant-field.ts';

const words = (what: string) => z.array(z.string().min(1).max(200)).max(50).optional().describe(what);

export const storeMemory = defineTool({
  name: 'store_memory',
  title: 'Keep one thing',
  toolset: 'memory',
  effect: 'write',
  description:
    'Keep one fact, rule or insight the moment you learn it, for later sessions; use it for a checkpoint in the middle of work (type checkpoint), or for what should hold beyond this project (project null). ' +
    'To leave everything at once when you stop use end_session; to change what is kept use update_memory. ' +
    'The same text again in the same scope returns the record that is there. supersedes takes old records out of reports and searches. ' +
    'Secrets are replaced by markers and counted. Starts a session if none is open and says so. Durable when it answers.',
  input: () =>
    z.strictObject({
      content: text.describe('What to keep; 1 to 100000 characters.'),
      category: z.enum(RECORD_CATEGORIES).optional().describe('Default: by type; general for memory.'),
      type: z
        .enum(RECORD_TYPES)
        .optional()
        .describe('Default memory; constraints, warnings and open loops reach every boot report.'),
      subject: z.string().min(1).max(300).optional().describe('What it is about.'),
      importance: z.int().min(1).max(10).optional().describe('Default: by type; 5 for memory.'),
      project: projectName
        .nullable()
        .optional()
        .describe('Name or id; null: every project. Default: the current one.'),
      supersedes: z
        .array(z.string().min(1).max(200))
        .max(100)
        .optional()
        .describe('Ids of records it replaces.'),
      expires_at: instant
        .optional()
        .describe('ISO 8601; from then on it no longer holds. Not with ttl_hours.'),
      ttl_hours: z.number().positive().max(876_000).optional().describe('Hours until it no longer holds.'),
      occurred_at: instant.optional().describe('When it happened, if not now.'),
      tags: words('Labels to find it by.'),
      aliases: words('Other words it should be found by.'),
      session_id: sessionId.optional().describe('Default: the current session.'),
    }),
  output: () =>
    z.object({
      id: z.string(),
      is_new: z.boolean(),
      record,
      session_id: z.string().nullable(),
      redacted,
      notices,
    }),
  handle: async ({ services, caller }, input) => {
    const { record: kept, isNew, sessionId: id, ...rest } = await services.storeMemory(caller, input);
    return reply({ id: kept.id, is_new: isNew, record: shortRecord(kept), session_id: id, ...rest });
  },
});

const MAX_ECHO = 4_000;

/** The caller has the text; a long one is not sent back whole. */
export const shortRecord = <View extends { id: string; content: string }>(view: View): View =>
  view.content.length <= MAX_ECHO
    ? view
    : {
        ...view,
        content: `${view.content.slice(0, MAX_ECHO).toWellFormed()}… [list_memories ids=["${view.id}"]]`,
      };
