import type { SessionState } from '../../app/get-session-state.ts';
import type { NoteView, SessionInfo } from '../../app/views/entity-views.ts';
import { notFound } from '../../domain/error.ts';
import { countOf, quote } from '../../domain/orientation/wording.ts';
import { listIds, type ShortenId, shortenIdsInTurn } from '../../domain/short-id.ts';
import { currentProject, findActiveSession } from '../active-session.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { switchFlag } from '../flags.ts';
import { formatAgo, formatMinute, formatMinutes } from '../format.ts';
import { shortIds } from '../short-ids.ts';
import { oneLine, quotedLines, quotedName, truncateToWidth } from '../terminal-text.ts';

const LEFT_TYPES = {
  warning: 'Warnings',
  lesson: 'Lessons',
  preference: 'Preferences',
  relational_delta: 'Relationship',
  memory: 'Memories',
} as const;

interface LeftRecords {
  readonly type: keyof typeof LEFT_TYPES;
  readonly records: readonly { readonly id: string; readonly content: string }[];
  readonly remaining: number;
}

type ShownSession = SessionState & {
  readonly notes: readonly NoteView[];
  readonly left: readonly LeftRecords[];
};

/** How a session is shown on this terminal. */
type Page = CommandContext & { readonly shorten: ShortenId };

const idsOf = ({
  session_info: info,
  recent_history = [],
  open_loops = [],
  records = [],
  lineage = [],
}: ShownSession) => [
  info.session_id,
  info.predecessor_id,
  info.successor_id,
  ...[...open_loops, ...records].map(({ id }) => id),
  ...lineage.map(({ session_id }) => session_id),
  ...listIds((shorten) => recent_history.map(({ what }) => shortenIdsInTurn(what, shorten))),
];

function textLines(items: readonly (string | null | undefined)[]): readonly string[] {
  const stored = items.filter((item) => item !== null && item !== undefined && item !== '') as string[];
  return stored.flatMap((item) =>
    stored.length === 1 ? quotedLines(item, '  ') : [quote(item.replaceAll('\r\n', '\n'))],
  );
}

const entryLines = (head: string, text: string): readonly string[] => [
  `- ${head}`,
  ...quotedLines(text, '  '),
];

function headLines({ session_info: info }: ShownSession, { style, now, shorten }: Page): readonly string[] {
  const place = [info.project, info.branch, info.agent].filter((part) => part !== null).map(quotedName);
  const links = [
    info.predecessor_id === null ? '' : `continues ${shorten(info.predecessor_id)}`,
    info.successor_id === null ? '' : `continued by ${shorten(info.successor_id)}`,
    info.succession_policy === null ? '' : `closed: ${info.succession_policy}`,
  ].filter((part) => part !== '');
  return [
    `${style.bold(shorten(info.session_id))} ${style.good(info.status)}  ${info.title === null ? '' : quotedName(info.title)}`.trimEnd(),
    place.join(' · '),
    `started ${formatMinute(info.started_at)} UTC (${formatAgo(info.started_at, now)}), ${formatMinutes(info.duration_minutes)} min active, ${countOf(info.turn_count, 'turn')}`,
    ...(links.length === 0 ? [] : [links.join(', ')]),
  ];
}

const leftLines = ({ type, records, remaining }: LeftRecords): readonly string[] => [
  ...textLines(records.map(({ content }) => content)),
  ...(remaining > 0 ? [`  and ${remaining} more: throughline search --type ${type}`] : []),
];

function leftOutLines({ snapshot }: ShownSession): readonly string[] {
  const counts = Object.entries(snapshot?.left_out ?? {}).map(
    ([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`,
  );
  return counts.length === 0 ? [] : ['', `Not shown: ${counts.join(', ')}.`];
}

function renderSession(shown: ShownSession, context: Page): readonly string[] {
  const { snapshot, recent_history = [], open_loops = [], records = [], lineage = [] } = shown;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', context.style.bold(title), ...lines];
  const turns = recent_history.map(
    ({ turn, at, who, what, is_rewound }) =>
      `${turn}. ${formatMinute(at)} ${is_rewound ? '(rewound) ' : ''}${who ?? ''}: ${shortenIdsInTurn(what, context.shorten)}`,
  );
  return [
    ...headLines(shown, context),
    ...section('Why it was closed', textLines([shown.session_info.reason])),
    ...section('Last words', textLines([shown.session_info.epitaph])),
    ...section('Where it left off', textLines([snapshot?.checkpoint])),
    ...section('Focus', textLines([snapshot?.focus])),
    ...section('Constraints', textLines(snapshot?.constraints ?? [])),
    ...section('Decisions', textLines(snapshot?.decisions ?? [])),
    ...shown.left.flatMap((left) => section(LEFT_TYPES[left.type], leftLines(left))),
    ...section(
      'Open loops',
      open_loops.flatMap(({ id, content }) => entryLines(context.shorten(id), content)),
    ),
    ...leftOutLines(shown),
    ...section(
      'Notes',
      shown.notes.flatMap(({ title, date, summary }) =>
        entryLines(title === null ? formatMinute(date) : quotedName(title), summary),
      ),
    ),
    ...section(
      'Last turns',
      turns.map((turn) => truncateToWidth(oneLine(turn), Math.max(20, context.width))),
    ),
    ...section(
      'Records',
      records.flatMap(({ id, type, status, content }) =>
        entryLines(`${context.shorten(id)} ${type} ${status}`, content),
      ),
    ),
    ...section('Files mentioned', textLines(shown.files ?? [])),
    ...section(
      'Continued sessions',
      lineage.map(
        (one) => `- ${context.shorten(one.session_id)} ${one.status} ${formatMinute(one.started_at)}`,
      ),
    ),
  ];
}

async function newestHere(context: CommandContext): Promise<string> {
  const { services, caller } = context;
  const { sessions } = await services.getSessions(caller, { project: currentProject(context), limit: 1 });
  const [newest] = sessions;
  if (newest !== undefined) return newest.session_id;
  throw notFound(
    'session_not_found',
    'This project has no sessions yet.',
    'To see the sessions of other projects, run throughline session list --all-projects.',
  );
}

/** Notes are part of the list of sessions, in which this session is found by its start. */
async function notesOf({ services, caller }: CommandContext, info: SessionInfo) {
  const { project_id: project, started_at: at } = info;
  const { sessions } = await services.getSessions(caller, { project, since: at, until: at });
  return sessions.find(({ session_id }) => session_id === info.session_id)?.notes ?? [];
}

const MAX_RECORDS = 50;

async function listLeftRecords({ services, caller }: CommandContext, session_id: string) {
  const left: LeftRecords[] = [];
  for (const type of Object.keys(LEFT_TYPES) as LeftRecords['type'][]) {
    const input = { session_id, type, limit: MAX_RECORDS };
    const { memories, remaining } = await services.listMemories(caller, input);
    const records = memories.map(({ id, content }) => ({ id, content })).toReversed();
    if (records.length > 0) left.push({ type, records, remaining });
  }
  return left;
}

/** A session as lines; the caller's own if none is named. */
export async function readSession(context: CommandContext, session_id: string | undefined, isFull: boolean) {
  const { services, caller } = context;
  const { state } = await services.getSessionState(caller, {
    session_id,
    detail_level: isFull ? 'full' : 'standard',
    with_snapshot: true,
  });
  const facts: ShownSession = {
    ...state,
    notes: await notesOf(context, state.session_info),
    left: await listLeftRecords(context, state.session_info.session_id),
  };
  const shorten = await shortIds(context, idsOf(facts));
  return { lines: renderSession(facts, { ...context, shorten }), hasShortIds: true, facts };
}

export const sessionShow = defineCommand({
  name: 'session show',
  summary: 'Show a session: its records, notes and last turns.',
  effect: 'read',
  examples: [
    'throughline session show',
    'throughline session show ses_…',
    'throughline session show ses_… --full --json',
  ],
  positionals: [
    {
      name: 'ID',
      description:
        "The id of the session, or the client's id for it. Default: the active one here, else the newest.",
      isOptional: true,
    },
  ],
  flags: { full: switchFlag('Also show all records, files, and the sessions before and after it.') },
  async act(context, { full, words: [id] }) {
    const { caller } = context;
    const own = id ?? (await findActiveSession(context, { takesAny: true }));
    const isBound = own === undefined && caller.clientSessionId !== null;
    const session_id = own ?? (isBound ? undefined : await newestHere(context));
    return readSession(context, session_id, full);
  },
});
