import * as z from 'zod';
import { defineTool, reply } from '../define-tool.ts';

export const deleteMemory = defineTool({
  name: 'delete_memory',
  title: 'Delete a record for good',
  toolset: 'memory',
  effect: 'destroy',
  description:
    'Remove one record for good, with all its versions and index entries; use it when a text must not be kept at all. ' +
    'For what is merely done, wrong or outdated use update_memory (resolved, retracted) instead: that can be undone, this cannot. ' +
    'The journal keeps that something with this id was deleted, never its text. A second call answers record_not_found. Durable when it answers.',
  input: () =>
    z.strictObject({
      id: z.string().min(1).max(200).describe('Record id.'),
      reason: z.string().max(500).optional().describe('For the caller only; it is not stored.'),
    }),
  output: () => z.object({ id: z.string(), status: z.literal('deleted'), versions: z.int() }),
  handle: async ({ services }, { id }) => {
    const { versions } = await services.deleteMemory(id);
    return reply({ id, status: 'deleted', versions });
  },
});
