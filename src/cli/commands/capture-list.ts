import type { CaptureView } from '../../app/views/entity-views.ts';
import { currentProject } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { limitFlag, parseLimit, sessionFlag } from '../flags.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';

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
  formatMinute(at),
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
  flags: [sessionFlag, { name: 'unread', description: 'Only those that nobody has read.' }, limitFlag(20)],
  parse: (flags) => ({
    session_id: flags.session?.[0],
    unreviewed_only: flags.unread !== undefined,
    limit: parseLimit(flags),
  }),
  async act(context, input) {
    const { services, caller, width, style } = context;
    const project = input.session_id === undefined ? currentProject(context) : undefined;
    const facts = await services.listCaptures(caller, { ...input, project });
    const { captures, remaining } = facts;
    if (captures.length === 0) return { lines: ['Nothing was captured yet.'], facts };
    const more = remaining > 0 ? [style.dim(`${remaining} more: --limit`)] : [];
    return { lines: [...renderTable(COLUMNS, captures.map(row), { width, style }), ...more], facts };
  },
});
