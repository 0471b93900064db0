import type { ReceiptView } from '../../app/views/entity-views.ts';
import { currentProject } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { limitFlag, parseLimit, sessionFlag } from '../flags.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';

const DEFAULT_LIMIT = 20;

const COLUMNS: readonly Column[] = [
  { title: 'sent (UTC)', isWhole: true },
  { title: 'to session', isWhole: true, rank: 2 },
  { title: 'client', rank: 3 },
  { title: 'chars', isWhole: true, isNumber: true },
  { title: 'score', isWhole: true, isNumber: true, rank: 1 },
  { title: 'shortened or left out', minWidth: 24 },
];

const describeCuts = ({ sections }: ReceiptView) =>
  sections
    .flatMap(({ name, shortened, left_out }) => [
      ...(shortened > 0 ? [`${name}: ${shortened} shortened`] : []),
      ...(left_out > 0 ? [`${name}: ${left_out} left out`] : []),
    ])
    .join(', ') || 'nothing';

const row = (receipt: ReceiptView) => [
  formatMinute(receipt.at),
  receipt.session_id ?? '-',
  receipt.client ?? receipt.door,
  `${receipt.chars}`,
  `${receipt.score}`,
  describeCuts(receipt),
];

export const receipts = defineCommand({
  name: 'receipts',
  summary: 'List the boot reports that were sent: when, to whom, and what did not fit. Sent is not read.',
  effect: 'read',
  examples: ['throughline receipts', 'throughline receipts --session ses_… --json'],
  flags: [sessionFlag, limitFlag(20)],
  parse: (flags) => ({
    session_id: flags.session?.[0],
    limit: parseLimit(flags) ?? DEFAULT_LIMIT,
  }),
  async act(context, { session_id, limit }) {
    const { services, caller, width, style } = context;
    const project = currentProject(context);
    const found = await services.listReceipts(caller, { session_id, project, limit });
    const facts = { receipts: found };
    if (found.length === 0) return { lines: ['Nothing was sent yet.'], facts };
    return { lines: [...renderTable(COLUMNS, found.map(row), { width, style })], facts };
  },
});
