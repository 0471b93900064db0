import type { CaptureMode } from '../../app/input-constraints.ts';
import type { CaptureView } from '../../app/views/entity-views.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { currentProject } from '../active-session.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { limitFlag, sessionFlag, switchFlag, textFlag } from '../flags.ts';
import { formatMinute } from '../format.ts';
import type { Column } from '../render-table.ts';
import { renderIdTable } from '../short-ids.ts';
import { escapeText, oneLine, quotedLines } from '../terminal-text.ts';

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
    const table = await renderIdTable(context, columnsOf, captures, (one) => [one.id, one.session_id]);
    return { lines: [...table, ...more], facts };
  },
});

async function readAll({ services, caller }: CommandContext, id: string, mode: CaptureMode) {
  let page = await services.readCapture(caller, { id, mode });
  const messages = [...page.messages];
  while (page.next_cursor !== null) {
    page = await services.readCapture(caller, { id, mode, cursor: page.next_cursor });
    messages.push(...page.messages);
  }
  return { ...page, messages };
}

/** The content of a capture as lines. */
export async function renderCapture(context: CommandContext, id: string, mode: CaptureMode) {
  const { style } = context;
  const facts = await readAll(context, id, mode);
  const messages = facts.messages.flatMap(({ line, who, text }) => [
    style.bold(`${oneLine(who)} (line ${line})`),
    ...quotedLines(text, '  '),
  ]);
  const lines = [...(facts.content === '' ? [] : escapeText(facts.content).split('\n')), ...messages];
  return { lines, facts };
}

export const captureShow = defineCommand({
  name: 'capture show',
  summary: 'Show a transcript capture: the extracted facts, or the messages.',
  effect: 'read',
  examples: ['throughline capture show cap_…', 'throughline capture show cap_… --raw'],
  positionals: [
    { name: 'ID', description: 'The id of the capture. Run throughline capture list to find it.' },
  ],
  flags: {
    raw: switchFlag('Show the messages.'),
    summary: switchFlag('Show only the most important facts. Does not mark the capture as read.'),
  },
  act: (context, { raw, summary, words: [id = ''] }) =>
    renderCapture(context, id, raw ? 'raw' : summary ? 'summary' : 'structured'),
});

export const captureNow = defineCommand({
  name: 'capture now',
  summary: "Store the last messages of a session's transcript, without secrets.",
  effect: 'write',
  examples: ['throughline capture now', 'throughline capture now "before the migration" --session ses_…'],
  positionals: [{ name: 'REASON', description: 'Reason for the capture.', isOptional: true }],
  flags: {
    session: sessionFlag,
    transcript: textFlag('PATH', 'The transcript file. Default: the one that the client reported.'),
  },
  async act(context, { session: session_id, transcript: transcript_path, words: [reason] }) {
    const { services, caller, style } = context;
    const facts = await services.captureNow(caller, { reason, session_id, transcript_path });
    const { id, message_count, session_id: of } = facts.capture;
    const line = `Stored ${message_count} messages of ${of} as ${style.bold(id)}.`;
    return { lines: [line], facts };
  },
});
