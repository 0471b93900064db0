import { confirm } from '../confirm.ts';
import { defineCommand } from '../define-command.ts';
import { yesFlag } from '../flags.ts';
import { plural, renderNoticeLines, renderNotices } from '../format.ts';
import { renderRecord } from '../render-record.ts';
import { shortIds } from '../short-ids.ts';

export const forget = defineCommand({
  name: 'forget',
  summary: 'Delete a record permanently, with all its versions.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline forget rec_…', 'throughline forget rec_… --yes'],
  positionals: [{ name: 'ID', description: 'The id of the record. Run throughline search to find it.' }],
  flags: { yes: yesFlag },
  async act(context, { yes, words: [id = ''] }) {
    const { memories } = await context.services.listForDeletion(context.caller, { ids: [id] });
    const shorten = await shortIds(
      context,
      memories.map((record) => record.id),
    );
    if (!yes) {
      await confirm(context, {
        question: 'Delete it permanently?',
        notices: () => memories.flatMap((record) => renderRecord(record, { ...context, shorten })),
        risk: 'Deleting cannot be undone',
        hint: 'Pass --yes to confirm. To mark a record as resolved instead, run throughline resolve.',
        action: 'delete it',
        done: 'deleted',
      });
    }
    const {
      id: deleted,
      versions,
      digest,
      notices,
    } = await context.services.deleteMemory(context.caller, { id });
    return {
      lines: [
        `${context.style.bold(shorten(deleted))} ${context.style.good('deleted')}, with ${plural(versions, 'version')}.`,
        ...renderNoticeLines(notices),
      ],
      facts: { id: deleted, is_deleted: true, versions, digest, notices: renderNotices(notices) },
    };
  },
});
