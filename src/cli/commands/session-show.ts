import type { SessionState } from '../../app/get-session-state.ts';
import type { NoteView, SessionInfo } from '../../app/views/entity-views.ts';
import { notFound } from '../../domain/error.ts';
import { quote } from '../../domain/orientation/wording.ts';
import { currentProject, findActiveSession } from '../active-session.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { switchFlag } from '../flags.ts';
import { formatAge, formatMinute, plural } from '../format.ts';
import { oneLine, quotedLines, quotedName, truncateToWidth } from '../terminal-text.ts';

/** The record types that the snapshot of a session does not contain, with their headings. */
const LEFT_TYPES = {
  warning: 'Warnings',
  lesson: 'Lessons',
  preference: 'Preferences',
  relational_delta: 'Relationship',
  memory: 'Also kept',
} as const;

/** Active records of one type that a session left. */
interface LeftRecords {
  readonly type: keyof typeof LEFT_TYPES;
  readonly records: readonly { readonly id: string; readonly content: string }[];
  readonly remaining: number;
}

type ShownSession = SessionState & {
  readonly notes: readonly NoteView[];
  readonly left: readonly LeftRecords[];
};

/** Stored texts; several are a list. */
function textLines(items: readonly (string | null | undefined)[]): readonly string[] {
  const stored = items.filter((item) => item !== null && item !== undefined && item !== '') as string[];
  return stored.flatMap((item) =>
    stored.length === 1 ? quotedLines(item, '  ') : [quote(item.replaceAll('\r\n', '\n'))],
  );
}

/** A line that describes a stored text, and the text below it. */
const entryLines = (head: string, text: string): readonly string[] => [
  `- ${head}`,
  ...quotedLines(text, '  '),
];

function headLines({ session_info: info }: ShownSession, { style, now }: CommandContext): readonly string[] {
  const place = [info.project, info.branch, info.agent].filter((part) => part !== null).map(quotedName);
  const links = [
    info.predecessor_id === null ? '' : `continues ${info.predecessor_id}`,
    info.successor_id === null ? '' : `continued by ${info.successor_id}`,
    info.succession_policy === null ? '' : `closed: ${info.succession_policy}`,
  ].filter((part) => part !== '');
  return [
    `${style.bold(info.session_id)} ${style.good(info.status)}  ${info.title === null ? '' : quotedName(info.title)}`.trimEnd(),
    place.join(' · '),
    `started ${formatMinute(info.started_at)} UTC (${formatAge(info.started_at, now)}), ${info.duration_minutes} min active, ${plural(info.turn_count, 'turn')}`,
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

/** A whole session: first what it left, then its history. */
function renderSession(shown: ShownSession, context: CommandContext): readonly string[] {
  const { snapshot, recent_history = [], open_loops = [], records = [], lineage = [] } = shown;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', context.style.bold(title), ...lines];
  const turns = recent_history.map(
    ({ turn, at, who, what, is_rewound }) =>
      `${turn}. ${formatMinute(at)} ${is_rewound ? '(taken back) ' : ''}${who ?? ''}: ${what}`,
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
      open_loops.flatMap(({ id, content }) => entryLines(id, content)),
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
      records.flatMap(({ id, type, status, content }) => entryLines(`${id} ${type} ${status}`, content)),
    ),
    ...section('Files named', textLines(shown.files ?? [])),
    ...section(
      'Line',
      lineage.map((one) => `- ${one.session_id} ${one.status} ${formatMinute(one.started_at)}`),
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
    'throughline session list --all-projects shows those of others.',
  );
}

/** Notes are part of the list of sessions, in which this session is found by its start. */
async function notesOf(
  { services, caller }: CommandContext,
  info: SessionInfo,
): Promise<readonly NoteView[]> {
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

export const sessionShow = defineCommand({
  name: 'session show',
  summary: 'Show where a session stands: its work, notes and last turns.',
  effect: 'read',
  examples: [
    'throughline session show',
    'throughline session show ses_…',
    'throughline session show ses_… --full --json',
  ],
  positionals: [
    {
      name: 'ID',
      description: "Our id or the client's own; default: the session active here, else the newest.",
      isOptional: true,
    },
  ],
  flags: { full: switchFlag('With every record, file and the line it stands in.') },
  async act(context, { full, words: [id] }) {
    const { services, caller } = context;
    const own = id ?? (await findActiveSession(context, { takesAny: true }));
    const isBound = own === undefined && caller.clientSessionId !== null;
    const session_id = own ?? (isBound ? undefined : await newestHere(context));
    const { state } = await services.getSessionState(caller, {
      session_id,
      detail_level: full ? 'full' : 'standard',
      with_snapshot: true,
    });
    const facts: ShownSession = {
      ...state,
      notes: await notesOf(context, state.session_info),
      left: await listLeftRecords(context, state.session_info.session_id),
    };
    return { lines: renderSession(facts, context), facts };
  },
});
