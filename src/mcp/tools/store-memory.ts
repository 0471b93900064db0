import * as z from 'zod';
import { RECORD_CATEGORIES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import {
  identifier,
  instant,
  notices,
  nullableText,
  projectName,
  record,
  redacted,
  sessionId,
  text,
} from '../fields.ts';

const words = (what: string) => z.array(identifier).max(50).optional().describe(what);

export const storeMemory = defineTool({
  name: 'store_memory',
  title: 'Keep one thing',
  toolset: 'memory',
  effect: 'write',
  description:
    'Keep one fact, rule or insight the moment you learn it; use it also for a checkpoint without ending (it replaces the last) or for what holds in every project (project null). ' +
    'For all at once when you stop use end_session; to change or settle a record, update_memory. ' +
    'The same text and type in the same scope returns the stored record unchanged (is_new false). ' +
    'What it supersedes leaves boot reports and searches. ' +
    'With no session open it starts one and says so. Secrets are masked. Durable.',
  input: () =>
    z.strictObject({
      content: text.describe('Up to 100000 characters.'),
      category: z.enum(RECORD_CATEGORIES).optional().describe('Default by type.'),
      type: z.enum(RECORD_TYPES).optional().describe('Default memory, the only one not in boot reports.'),
      subject: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe('Topic, searched too; a decision replaces the one you were told on it.'),
      importance: z.int().min(1).max(10).optional().describe('Default by type, 5 for memory.'),
      project: projectName
        .nullable()
        .optional()
        .describe('Name or id, a new name makes one; null: every one. Default: the current.'),
      supersedes: z
        .array(identifier)
        .max(100)
        .optional()
        .describe('Record ids of its project; if global, of any.'),
      expires_at: instant.optional().describe('Holds until then, ISO 8601; not with ttl_hours.'),
      ttl_hours: z.number().positive().max(876_000).optional().describe('Holds this long.'),
      occurred_at: instant.optional().describe('ISO 8601; default: now.'),
      tags: words('Searched too.'),
      aliases: words('Other words to find it by.'),
      session_id: sessionId
        .optional()
        .describe('Default: the current session; needed over HTTP, or project.'),
    }),
  output: () =>
    z.object({
      id: z.string(),
      is_new: z.boolean(),
      record,
      session_id: nullableText,
      redacted,
      notices,
    }),
  handle: async ({ services, caller }, input) => {
    const { record: kept, isNew, sessionId: id, ...rest } = await services.storeMemory(caller, input);
    return reply({ id: kept.id, is_new: isNew, record: shortRecord(kept), session_id: id, ...rest });
  },
});

const MAX_ECHO = 4_000;

/** The caller has the text already, so a long one is not returned whole. */
export const shortRecord = <View extends { id: string; content: string }>(view: View): View =>
  view.content.length <= MAX_ECHO
    ? view
    : {
        ...view,
        content: `${view.content.slice(0, MAX_ECHO).toWellFormed()}… [list_memories ids=["${view.id}"]]`,
      };
