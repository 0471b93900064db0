import type { ReceiptView } from '../../app/views/entity-views.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { currentProject } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { limitFlag, sessionFlag } from '../flags.ts';
import { formatMinute } from '../format.ts';
import type { Column } from '../render-table.ts';
import { renderIdTable } from '../short-ids.ts';

const describeCuts = ({ sections }: ReceiptView) =>
  sections
    .flatMap(({ name, shortened, left_out }) => [
      ...(shortened > 0 ? [`${name}: ${shortened} shortened`] : []),
      ...(left_out > 0 ? [`${name}: ${left_out} left out`] : []),
    ])
    .join(', ') || 'nothing';

const columnsOf = (shorten: ShortenId): readonly Column<ReceiptView>[] => [
  { title: 'sent (UTC)', isWhole: true, cell: ({ at }) => formatMinute(at) },
  { title: 'to session', isWhole: true, rank: 2, cell: ({ session_id }) => shorten(session_id ?? '-') },
  { title: 'client', rank: 3, cell: ({ client, door }) => client ?? door },
  { title: 'chars', isWhole: true, isNumber: true, cell: ({ chars }) => `${chars}` },
  { title: 'score', isWhole: true, isNumber: true, rank: 1, cell: ({ score }) => `${score}` },
  { title: 'shortened or left out', minWidth: 24, cell: describeCuts },
];

export const receipts = defineCommand({
  name: 'receipts',
  summary: 'List the boot reports that were sent, and what did not fit into them.',
  effect: 'read',
  examples: ['throughline receipts', 'throughline receipts --session ses_… --json'],
  flags: { session: sessionFlag, limit: limitFlag(20) },
  async act(context, { session: session_id, limit = 20 }) {
    const project = currentProject(context);
    const found = await context.services.listReceipts(context.caller, { session_id, project, limit });
    const facts = { receipts: found };
    if (found.length === 0) return { lines: ['There are no receipts yet.'], facts };
    return { lines: await renderIdTable(context, columnsOf, found, (one) => [one.session_id]), facts };
  },
});
