import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { identifier, nullableText } from '../fields.ts';

export const deleteMemory = defineTool({
  name: 'delete_memory',
  title: 'Erase a record',
  toolset: 'memory',
  effect: 'destroy',
  description:
    'Erases one record with all its versions; use it only when a text must not be kept at all, such as personal data or a password. ' +
    'For a record that is done, wrong or outdated use update_memory, which can be reverted; this cannot. ' +
    'Copies in notes, other records, captures or files stay. The journal keeps a digest, never the text. ' +
    'The deletion is durable; a second call fails with record_not_found.',
  input: () =>
    z.strictObject({
      id: identifier.describe('From search_memory or list_memories.'),
      reason: z.string().max(500).optional().describe("Why; kept in the current session's history."),
    }),
  output: () =>
    z.object({
      id: z.string(),
      status: z.literal('deleted'),
      versions: z.int(),
      told_in: nullableText.describe('Session whose history records the deletion.'),
    }),
  handle: async ({ services, caller }, input) => {
    const { id, versions, recordedIn } = await services.deleteMemory(caller, input);
    return reply({ id, status: 'deleted', versions, told_in: recordedIn });
  },
});
