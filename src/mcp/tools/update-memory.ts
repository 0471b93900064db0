import * as z from 'zod';
import { SETTABLE_STATUSES } from '../../app/input-constraints.ts';
import { RECORD_CATEGORIES } from '../../domain/record/record.ts';
import { defineTool, reply } from '../define-tool.ts';
import { identifier, notices, projectName, record, redacted, text } from '../fields.ts';
import { shortRecord } from './store-memory.ts';

const words = z.array(identifier).max(50).optional();

export const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Change a record',
  toolset: 'memory',
  effect: 'write',
  description:
    'Correct, re-file or settle one record; use it to resolve an open loop, retract what was wrong or fix its words. ' +
    'Given fields replace, the earlier version is kept. Any status but active takes it out of boot reports and searches; active brings it back. ' +
    'To put a new record in its place use store_memory with supersedes; to erase a text, delete_memory. ' +
    'The same change again writes nothing; an active record with the same text is superseded. ' +
    'Secrets are masked. Durable.',
  input: () =>
    z.strictObject({
      id: identifier.describe('From search_memory or list_memories.'),
      content: text.optional().describe('Up to 100000 characters.'),
      category: z.enum(RECORD_CATEGORIES).optional(),
      importance: z.int().min(1).max(10).optional().describe('10 is highest.'),
      project: projectName.nullable().optional().describe('Move it there; null: to every project.'),
      tags: words.describe('Replaces all.'),
      aliases: words.describe('Replaces all.'),
      status: z.enum(SETTABLE_STATUSES).optional(),
      resolution: z.string().min(1).max(10_000).optional().describe('How it was settled.'),
    }),
  output: () => z.object({ id: z.string(), is_changed: z.boolean(), record, redacted, notices }),
  handle: async ({ services, caller }, input) => {
    const { record: kept, isChanged, ...rest } = await services.updateMemory(caller, input);
    return reply({ id: kept.id, is_changed: isChanged, record: shortRecord(kept), ...rest });
  },
});
