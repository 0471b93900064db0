import { denied, invalid } from '../../domain/error.ts';
import { defineCommand } from '../define-command.ts';
import { plural } from '../format.ts';
import { renderRecord } from '../render-record.ts';

export const forget = defineCommand({
  name: 'forget',
  summary: 'Really delete a record: all its versions and index entries. It cannot be undone.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline forget rec_…', 'throughline forget rec_… --yes'],
  positionals: [{ name: 'ID', description: 'The record; throughline search shows ids.' }],
  flags: [{ name: 'yes', description: 'Do not ask. Needed where there is no terminal.' }],
  parse: (flags, [id = '']) => ({ id, isConfirmed: flags.yes !== undefined }),
  async act(context, { id, isConfirmed }) {
    if (!isConfirmed) {
      const { memories } = await context.services.listMemories(context.caller, { ids: [id] });
      if (!context.isTerminal) {
        throw invalid(
          'confirmation_required',
          'Deleting cannot be undone, and there is nobody to ask.',
          'Pass --yes if you are sure. To say that something no longer holds, use throughline resolve.',
        );
      }
      for (const record of memories)
        for (const line of renderRecord(record, context)) context.printNotice(line);
      if (!(await context.ask('Delete it for good?'))) {
        throw denied('not_confirmed', 'Nothing was deleted.', 'Answer y to delete it.');
      }
    }
    const { versions, digest } = await context.services.deleteMemory(context.caller, { id });
    return {
      lines: [
        `${context.style.bold(id)} ${context.style.good('deleted')}, with ${plural(versions, 'version')}.`,
      ],
      facts: { id, is_deleted: true, versions, digest },
    };
  },
});
