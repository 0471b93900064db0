import type { ReceiptView } from '../../app/views/receipt-view.ts';
import { projectHere } from '../active-session.ts';
import { sessionFlag } from '../common-flags.ts';
import { defineCommand } from '../define-command.ts';
import { parseNumber } from '../parse-number.ts';
import { type Column, renderTable } from '../render-table.ts';
import { sayMoment } from '../say-age.ts';

const DEFAULT_LIMIT = 20;

const COLUMNS: readonly Column[] = [
  { title: 'sent (UTC)', isWhole: true },
  { title: 'to session', isWhole: true, rank: 2 },
  { title: 'client', rank: 3 },
  { title: 'chars', isWhole: true, isNumber: true },
  { title: 'score', isWhole: true, isNumber: true, rank: 1 },
  { title: 'shortened or left out', least: 24 },
];

const cutsOf = ({ sections }: ReceiptView) =>
  sections
    .flatMap(({ name, shortened, left_out }) => [
      ...(shortened > 0 ? [`${name}: ${shortened} shortened`] : []),
      ...(left_out > 0 ? [`${name}: ${left_out} left out`] : []),
    ])
    .join(', ') || 'nothing';

const row = (receipt: ReceiptView) => [
  sayMoment(receipt.at),
  receipt.session_id ?? '-',
  receipt.client ?? receipt.door,
  `${receipt.chars}`,
  `${receipt.score}`,
  cutsOf(receipt),
];

export const receipts = defineCommand({
  name: 'receipts',
  summary: 'List the boot reports that were sent: when, to whom, and what did not fit. Sent is not read.',
  effect: 'read',
  examples: ['throughline receipts', 'throughline receipts --session ses_… --json'],
  flags: [sessionFlag, { name: 'limit', value: 'N', description: 'How many at most, 1 to 200; default 20.' }],
  parse: (flags) => ({
    session_id: flags.session?.[0],
    limit: parseNumber('--limit', flags.limit?.[0], { min: 1, max: 200 }) ?? DEFAULT_LIMIT,
  }),
  async act(context, { session_id, limit }) {
    const { services, caller, width, style } = context;
    const project = projectHere(context);
    const found = await services.listReceipts(caller, { session_id, project, limit });
    const facts = { receipts: found };
    if (found.length === 0) return { lines: ['Nothing was sent yet.'], facts };
    return { lines: [...renderTable(COLUMNS, found.map(row), { width, style })], facts };
  },
});
