import * as z from 'zod';
import { SETTABLE_STATUSES } from '../../app/input-constraints.ts';
import { RECORD_CATEGORIES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { identifier, notices, projectName, recordHead, redacted, text } from '../fields.ts';
import { shortRecord } from './store-memory.ts';

const words = z.array(identifier).max(50).optional();

export const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Update a memory record',
  toolset: 'memory',
  effect: 'write',
  description:
    'Changes text, metadata or status of one memory record; use it as soon as a TODO or open loop is done (status resolved), or a statement is wrong (new content; if nothing replaces it, status retracted). ' +
    'Only given fields change; the earlier version is kept. Any status but active hides it from boot reports and default searches. ' +
    'Instead: resolved_loops of end_session at the end; store_memory with supersedes if the statement was right until now, or for another type, subject or expiry; delete_memory to erase text. ' +
    'Open loops with the same text are resolved too; a record that has the new text already is superseded. ' +
    'The same change again writes nothing. Fails if the id is unknown, or only id is given.',
  input: () =>
    z.strictObject({
      id: identifier.describe('Record id from a search, list or report.'),
      content: text.optional().describe('New text.'),
      category: z.enum(RECORD_CATEGORIES).optional().describe('Only a search filter.'),
      importance: z.int().min(1).max(10).optional().describe('Rank in reports and searches; 10 is highest.'),
      project: projectName
        .nullable()
        .optional()
        .describe('Move it there: name (may be new) or id. null: every project.'),
      tags: words.describe('Labels; replaces all.'),
      aliases: words.describe('Other words that find it; replaces all.'),
      status: z
        .enum(SETTABLE_STATUSES)
        .optional()
        .describe('resolved: done or obsolete. superseded: replaced. retracted: wrong. active: valid again.'),
      resolution: z.string().min(1).max(10_000).optional().describe('How it was resolved, or why retracted.'),
    }),
  output: () => z.object({ id: z.string(), is_changed: z.boolean(), record: recordHead, redacted, notices }),
  handle: async ({ services, caller }, input) => {
    const { record: kept, isChanged, ...rest } = await services.updateMemory(caller, input);
    return reply({ id: kept.id, is_changed: isChanged, record: shortRecord(kept), ...rest });
  },
});
