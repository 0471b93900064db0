import type { CaptureView } from '../../app/views/entity-views.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { currentProject } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { limitFlag, sessionFlag, switchFlag } from '../flags.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';
import { shortIds } from '../short-ids.ts';

const columnsOf = (shorten: ShortenId): readonly Column<CaptureView>[] => [
  { title: 'capture', isWhole: true, cell: ({ id }) => shorten(id) },
  { title: 'kept (UTC)', isWhole: true, cell: ({ at }) => formatMinute(at) },
  { title: 'why', cell: ({ reason }) => reason.replace('_', ' ') },
  { title: 'messages', isWhole: true, isNumber: true, rank: 1, cell: (one) => `${one.message_count}` },
  { title: 'session', isWhole: true, rank: 2, cell: ({ session_id }) => shorten(session_id) },
  { title: 'read', isWhole: true, cell: ({ reviewed_at }) => (reviewed_at === null ? 'no' : 'yes') },
];

export const captureList = defineCommand({
  name: 'capture list',
  aliases: ['captures'],
  summary: 'List transcript captures, newest first.',
  effect: 'read',
  examples: ['throughline capture list', 'throughline captures --unread'],
  flags: {
    session: sessionFlag,
    unread: switchFlag('Only captures that have not been read.'),
    limit: limitFlag(20),
  },
  async act(context, { session: session_id, unread: unreviewed_only, limit }) {
    const { services, caller, style } = context;
    const project = session_id === undefined ? currentProject(context) : undefined;
    const facts = await services.listCaptures(caller, { session_id, unreviewed_only, limit, project });
    const { captures, remaining } = facts;
    if (captures.length === 0) return { lines: ['There are no captures yet.'], facts };
    const more = remaining > 0 ? [style.dim(`${remaining} more: --limit`)] : [];
    const shorten = await shortIds(
      context,
      captures.flatMap((one) => [one.id, one.session_id]),
    );
    return { lines: [...renderTable(columnsOf(shorten), captures, context), ...more], facts };
  },
});
