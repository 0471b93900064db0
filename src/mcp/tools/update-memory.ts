import * as z from 'zod';
import { SETTABLE_STATUSES } from '../../app/update-memory.ts';
import { RECORD_CATEGORIES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { projectName, record, redacted, text } from '../fields.ts';
import { shortRecord } from './store-memory.ts';

const words = z.array(z.string().min(1).max(200)).max(50).optional();

export const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Change a record',
  toolset: 'memory',
  effect: 'write',
  description:
    'Correct, re-file or settle one record; use it to resolve an open loop (status resolved), to retract what was wrong, or to fix its words. ' +
    'The earlier version is kept. To replace a decision by a new one use store_memory with supersedes; to remove a text for good use delete_memory. ' +
    'Given fields replace, others stay; the same change again writes nothing. Durable when it answers.',
  input: () =>
    z.strictObject({
      id: z.string().min(1).max(200).describe('Record id, from boot_report, search_memory or list_memories.'),
      content: text.optional().describe('New text.'),
      category: z.enum(RECORD_CATEGORIES).optional(),
      importance: z.int().min(1).max(10).optional().describe('1 to 10.'),
      project: projectName.nullable().optional().describe('Move it to this project; null: to every project.'),
      tags: words.describe('Replaces all tags.'),
      aliases: words.describe('Replaces all aliases.'),
      status: z.enum(SETTABLE_STATUSES).optional().describe('active reopens it.'),
      resolution: z.string().min(1).max(10_000).optional().describe('How it was settled.'),
    }),
  output: () => z.object({ id: z.string(), is_changed: z.boolean(), record, redacted }),
  handle: async ({ services, caller }, input) => {
    const { record: kept, isChanged, redacted: found } = await services.updateMemory(caller, input);
    return reply({ id: kept.id, is_changed: isChanged, record: shortRecord(kept), redacted: found });
  },
});
