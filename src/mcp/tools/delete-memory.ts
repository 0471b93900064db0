import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';
import { identifier, notices, nullableText } from '../fields.ts';

export const deleteMemory = defineTool({
  name: 'delete_memory',
  title: 'Delete a memory record',
  toolset: 'memory',
  effect: 'destroy',
  description:
    'Deletes one memory record irreversibly, with all its versions; use it only when a text must not be kept at all, such as personal data or a password. ' +
    'If it is done or wrong use update_memory; if outdated, store_memory with supersedes. ' +
    'Notes and captures cannot be deleted; copies there, in other records, backups or files stay: tell the user. ' +
    'Fails if the id is unknown, as in a second call.',
  input: () =>
    z.strictObject({
      id: identifier.describe('Record id from a search, list or report.'),
      reason: z
        .string()
        .max(500)
        .optional()
        .describe("Why, without the text itself; kept in the current session's history."),
    }),
  output: () =>
    z.object({
      id: z.string(),
      status: z.literal('deleted'),
      versions: z.int().describe('Versions that were deleted.'),
      told_in: nullableText.describe('Session whose history records the deletion.'),
      notices: notices.describe('What was adjusted, and which backups still contain the text.'),
    }),
  handle: async ({ services, caller }, input) => {
    const { id, versions, recordedIn, notices } = await services.deleteMemory(caller, input);
    return reply({ id, status: 'deleted', versions, told_in: recordedIn, notices });
  },
});
