import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { identifier, nullableText } from '../fields.ts';

export const deleteMemory = defineTool({
  name: 'delete_memory',
  title: 'Delete a record for good',
  toolset: 'memory',
  effect: 'destroy',
  description:
    'Erase one record for good, with all its versions; use it when a text must not be kept at all. ' +
    'For what is done, wrong or outdated use update_memory: that can be undone, this cannot. ' +
    'Copies in notes, other records or files stay. ' +
    'The journal keeps its id and digest, never its text. Durable; a second call answers record_not_found.',
  input: () =>
    z.strictObject({
      id: identifier.describe('From search_memory or list_memories.'),
      reason: z
        .string()
        .max(500)
        .optional()
        .describe("Kept in the current session's history, if there is one."),
    }),
  output: () =>
    z.object({
      id: z.string(),
      status: z.literal('deleted'),
      versions: z.int(),
      told_in: nullableText.describe('The session whose history tells of it.'),
    }),
  handle: async ({ services, caller }, input) => {
    const { id, versions, recordedIn } = await services.deleteMemory(caller, input);
    return reply({ id, status: 'deleted', versions, told_in: recordedIn });
  },
});
