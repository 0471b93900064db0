import { defineCommand } from '../define-command.ts';
import { renderRecord } from '../render-record.ts';

export const recall = defineCommand({
  name: 'recall',
  summary: 'Read records whole, by id.',
  effect: 'read',
  examples: ['throughline recall rec_…', 'throughline recall rec_… rec_… --json'],
  positionals: [{ name: 'ID', description: 'Ids, from boot, search or loops.', isRepeatable: true }],
  async act(context, { words: ids }) {
    const { memories } = await context.services.listMemories(context.caller, { ids });
    const left = ids.slice(memories.length);
    return {
      lines: [
        ...memories.flatMap((record, index) => [
          ...(index === 0 ? [] : ['']),
          ...renderRecord(record, context),
        ]),
        ...(left.length === 0
          ? []
          : ['', `More than one answer holds; go on with: throughline recall ${left.join(' ')}`]),
      ],
      facts: { records: memories, left_out: left },
    };
  },
});
