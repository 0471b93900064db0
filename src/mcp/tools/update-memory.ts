import * as z from 'zod';
import { SETTABLE_STATUSES } from '../../app/input-constraints.ts';
import { RECORD_CATEGORIES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { identifier, notices, projectName, recordHead, redacted, text } from '../fields.ts';
import { shortRecord } from './store-memory.ts';

const words = z.array(identifier).max(50).optional();

export const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Update a record',
  toolset: 'memory',
  effect: 'write',
  description:
    'Changes the text, metadata or status of one record; use it as soon as a TODO or open loop is done (status resolved), a statement proves wrong (retracted), or its words need a fix. ' +
    'At the end, resolved_loops of end_session does the same. ' +
    'Given fields replace the old values; the earlier version is kept. Any status but active removes it from boot reports and default searches; active brings it back. ' +
    'Duplicates with the same text are settled with it. ' +
    'To put a new record in its place use store_memory with supersedes; to erase its text, delete_memory. ' +
    'Writes durably; the same change again writes nothing. ' +
    'Fails if the id is unknown or nothing to change is given.',
  input: () =>
    z.strictObject({
      id: identifier.describe('From search_memory, list_memories or a report.'),
      content: text.optional().describe('New text; 1 to 100000 characters.'),
      category: z.enum(RECORD_CATEGORIES).optional().describe('Broad topic; the type is fixed.'),
      importance: z.int().min(1).max(10).optional().describe('10 is highest.'),
      project: projectName
        .nullable()
        .optional()
        .describe('Move it there (name or id); null: to every project.'),
      tags: words.describe('Replaces all labels.'),
      aliases: words.describe('Replaces all other search words.'),
      status: z
        .enum(SETTABLE_STATUSES)
        .optional()
        .describe('superseded: replaced by another; retracted: wrong.'),
      resolution: z.string().min(1).max(10_000).optional().describe('How it was resolved, or why retracted.'),
    }),
  output: () => z.object({ id: z.string(), is_changed: z.boolean(), record: recordHead, redacted, notices }),
  handle: async ({ services, caller }, input) => {
    const { record: kept, isChanged, ...rest } = await services.updateMemory(caller, input);
    return reply({ id: kept.id, is_changed: isChanged, record: shortRecord(kept), ...rest });
  },
});
