import * as z from 'zod';
import { RECORD_CATEGORIES, RECORD_TYPES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import {
  currentSession,
  identifier,
  instant,
  notices,
  nullableText,
  projectName,
  recordHead,
  redacted,
  text,
} from '../fields.ts';

const words = (what: string) => z.array(identifier).max(50).optional().describe(what);

export const storeMemory = defineTool({
  name: 'store_memory',
  title: 'Store one memory record',
  toolset: 'memory',
  effect: 'write',
  description:
    'Saves one memory record now (a fact, decision, rule, task or checkpoint); use it the moment you learn something that a later session needs, or with type checkpoint at a milestone or, unless a hook opened the session, before a compaction. ' +
    'Instead: end_session to hand over when you stop; update_memory to correct or resolve one; add_session_note to log what happened. ' +
    'A checkpoint or next_session_focus supersedes the last one of this worktree. An active record of the project with the same type and text is returned unchanged, unless supersedes names it. ' +
    'Starts a session if there is none. ' +
    'Fails if the session is closed, an id in supersedes is unknown, or expires_at has passed.',
  input: () =>
    z.strictObject({
      content: text.describe('One statement, 1 to 100000 characters.'),
      category: z.enum(RECORD_CATEGORIES).optional().describe('Search filter. Default: by type.'),
      type: z
        .enum(RECORD_TYPES)
        .optional()
        .describe(
          'Place in boot reports. open_loop: task or question. constraint: rule that must hold. preference: wish of the person. next_session_focus: where to resume. memory (default): fact, only in searches and lists.',
        ),
      subject: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe('Topic, also searched. A decision supersedes the earlier one on it; case is ignored.'),
      importance: z
        .int()
        .min(1)
        .max(10)
        .optional()
        .describe('Rank in reports and searches; 10 is highest. Default: by type.'),
      project: projectName
        .nullable()
        .optional()
        .describe("Name or id; a new name creates one. null: every project. Default: the current session's."),
      supersedes: z
        .array(identifier)
        .max(100)
        .optional()
        .describe('Ids of records that it replaces; give type and subject again.'),
      expires_at: instant.optional().describe('Valid until (a date: its start, UTC); not with ttl_hours.'),
      ttl_hours: z.number().positive().max(876_000).optional().describe('Default: no expiry.'),
      occurred_at: instant.optional().describe('When it happened. Default: now.'),
      tags: words('Labels, searched too.'),
      aliases: words('Other words that find it.'),
      session_id: currentSession,
    }),
  output: () =>
    z.object({
      id: z.string(),
      is_new: z.boolean().describe('false: an existing record is returned.'),
      record: recordHead,
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
