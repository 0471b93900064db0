import { confirm } from '../confirm.ts';
import { defineCommand } from '../define-command.ts';
import { yesFlag } from '../flags.ts';
import { plural } from '../format.ts';
import { renderRecord } from '../render-record.ts';

export const forget = defineCommand({
  name: 'forget',
  summary: 'Really delete a record: all its versions and index entries. It cannot be undone.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline forget rec_…', 'throughline forget rec_… --yes'],
  positionals: [{ name: 'ID', description: 'The record; throughline search shows ids.' }],
  flags: { yes: yesFlag },
  async act(context, { yes, words: [id = ''] }) {
    if (!yes) {
      const { memories } = await context.services.listMemories(context.caller, { ids: [id] });
      await confirm(context, {
        question: 'Delete it for good?',
        notices: () => memories.flatMap((record) => renderRecord(record, context)),
        risk: 'Deleting cannot be undone',
        hint: 'Pass --yes if you are sure. To say that something no longer holds, use throughline resolve.',
        action: 'delete it',
        done: 'deleted',
      });
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
