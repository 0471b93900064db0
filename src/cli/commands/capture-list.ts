import type { CaptureView } from '../../app/views/capture-view.ts';
import { projectHere } from '../active-session.ts';
import { sessionFlag } from '../common-flags.ts';
import { defineCommand } from '../define-command.ts';
import { parseNumber } from '../parse-number.ts';
import { type Column, renderTable } from '../render-table.ts';
import { sayMoment } from '../say-age.ts';

const COLUMNS: readonly Column[] = [
  { title: 'capture', isWhole: true },
  { title: 'kept (UTC)', isWhole: true },
  { title: 'why' },
  { title: 'messages', isWhole: true, isNumber: true, rank: 1 },
  { title: 'session', isWhole: true, rank: 2 },
  { title: 'read', isWhole: true },
];

const row = ({ id, at, reason, message_count, session_id, reviewed_at }: CaptureView) => [
  id,
  sayMoment(at),
  reason.replace('_', ' '),
  `${message_count}`,
  session_id,
  reviewed_at === null ? 'no' : 'yes',
];

export const captureList = defineCommand({
  name: 'capture list',
  aliases: ['captures'],
  summary: 'List pieces of transcripts that were kept, newest first.',
  effect: 'read',
  examples: ['throughline capture list', 'throughline captures --unread'],
  flags: [
    sessionFlag,
    { name: 'unread', description: 'Only those that nobody has read.' },
    { name: 'limit', value: 'N', description: 'How many at most, 1 to 200; default 20.' },
  ],
  parse: (flags) => ({
    session_id: flags.session?.[0],
    unreviewed_only: flags.unread !== undefined,
    limit: parseNumber('--limit', flags.limit?.[0], { min: 1, max: 200 }),
  }),
  async act(context, input) {
    const { services, caller, width, style } = context;
    const project = input.session_id === undefined ? projectHere(context) : undefined;
    const facts = await services.listCaptures(caller, { ...input, project });
    const { captures, remaining } = facts;
    if (captures.length === 0) return { lines: ['Nothing was captured yet.'], facts };
    const more = remaining > 0 ? [style.dim(`${remaining} more: --limit`)] : [];
    return { lines: [...renderTable(COLUMNS, captures.map(row), { width, style }), ...more], facts };
  },
});
