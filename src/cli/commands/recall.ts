import { defineCommand } from '../define-command.ts';
import { renderRecord } from '../render-record.ts';

export const recall = defineCommand({
  name: 'recall',
  summary: 'Read records whole, by id.',
  effect: 'read',
  examples: ['throughline recall rec_…', 'throughline recall rec_… rec_… --json'],
  positionals: [{ name: 'ID', description: 'Ids, from boot, search or loops.', isRepeatable: true }],
  parse: (_, ids) => ({ ids }),
  async act({ services, caller, style, now }, { ids }) {
    const { memories } = await services.listMemories(caller, { ids });
    const left = ids.slice(memories.length);
    return {
      lines: [
        ...memories.flatMap((record, index) => [
          ...(index === 0 ? [] : ['']),
          ...renderRecord(record, { style, now }),
        ]),
        ...(left.length === 0
          ? []
          : ['', `More than one answer holds; go on with: throughline recall ${left.join(' ')}`]),
      ],
      facts: { records: memories, left_out: left },
    };
  },
});
