import type { Caller } from '../../app/caller.ts';
import type { SessionState } from '../../app/get-session-state.ts';
import type { Services } from '../../app/services.ts';
import type { NoteView, SessionInfo } from '../../app/views/entity-views.ts';
import { notFound } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import { quote } from '../../domain/orientation/wording.ts';
import type { RecordType } from '../../domain/record/record.ts';
import { currentProject, findActiveSession } from '../active-session.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { formatAge, formatMinute, plural } from '../format.ts';
import { oneLine, quotedLines, quotedName, type Style, truncateToWidth } from '../terminal-text.ts';

interface Page {
  readonly width: number;
  readonly style: Style;
  readonly now: Instant;
}

/** Active records of one type that a session left. */
interface LeftRecords {
  readonly type: RecordType;
  readonly records: readonly { readonly id: string; readonly content: string }[];
  readonly remaining: number;
}

type ShownSession = SessionState & {
  readonly notes: readonly NoteView[];
  readonly left: readonly LeftRecords[];
};

const section = (title: string, lines: readonly string[], { style }: Page): string[] =>
  lines.length === 0 ? [] : ['', style.bold(title), ...lines];

/** Stored texts under a heading; several are a list. */
const texts = (title: string, items: readonly (string | null | undefined)[], page: Page): string[] => {
  const stored = items.filter((item) => item !== null && item !== undefined && item !== '');
  const bullet = (item: string) =>
    stored.length === 1 ? quotedLines(item, '  ') : [quote(item.replaceAll('\r\n', '\n'))];
  return section(
    title,
    stored.flatMap((item) => bullet(item ?? '')),
    page,
  );
};

/** Stored texts, each below a line that describes it. */
const entries = (
  title: string,
  items: readonly { readonly head: string; readonly text: string }[],
  page: Page,
): string[] =>
  section(
    title,
    items.flatMap(({ head, text }) => [`- ${head}`, ...quotedLines(text, '  ')]),
    page,
  );

function head({ session_info: info }: ShownSession, { style, now }: Page): string[] {
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

const HEADINGS: Partial<Record<RecordType, string>> = {
  warning: 'Warnings',
  lesson: 'Lessons',
  preference: 'Preferences',
  relational_delta: 'Relationship',
  memory: 'Also kept',
};

const leftTexts = ({ type, records, remaining }: LeftRecords, page: Page): string[] => [
  ...texts(
    HEADINGS[type] ?? type,
    records.map(({ content }) => content),
    page,
  ),
  ...(remaining > 0 ? [`  and ${remaining} more: throughline search --type ${type}`] : []),
];

const leftOut = ({ snapshot }: ShownSession): string[] => {
  const counts = Object.entries(snapshot?.left_out ?? {});
  if (counts.length === 0) return [];
  return [
    '',
    `Not shown: ${counts.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ')}.`,
  ];
};

const noteEntry = ({ title, date, summary }: NoteView) => ({
  head: title === null ? formatMinute(date) : quotedName(title),
  text: summary,
});

/** A whole session: first what it left, then its history. */
function renderSession(shown: ShownSession, page: Page): readonly string[] {
  const { snapshot, recent_history: turns = [], open_loops: loops = [], records = [] } = shown;
  const short = (text: string) => truncateToWidth(oneLine(text), Math.max(20, page.width));
  return [
    ...head(shown, page),
    ...texts('Why it was closed', [shown.session_info.reason], page),
    ...texts('Last words', [shown.session_info.epitaph], page),
    ...texts('Where it left off', [snapshot?.checkpoint], page),
    ...texts('Focus', [snapshot?.focus], page),
    ...texts('Constraints', snapshot?.constraints ?? [], page),
    ...texts('Decisions', snapshot?.decisions ?? [], page),
    ...shown.left.flatMap((one) => leftTexts(one, page)),
    ...entries(
      'Open loops',
      loops.map(({ id, content }) => ({ head: id, text: content })),
      page,
    ),
    ...leftOut(shown),
    ...entries('Notes', shown.notes.map(noteEntry), page),
    ...(turns.length === 0 ? [] : ['', page.style.bold('Last turns')]),
    ...turns.map(({ turn, at, who, what, is_rewound }) =>
      short(`${turn}. ${formatMinute(at)} ${is_rewound ? '(taken back) ' : ''}${who ?? ''}: ${what}`),
    ),
    ...entries(
      'Records',
      records.map(({ id, type, status, content }) => ({ head: `${id} ${type} ${status}`, text: content })),
      page,
    ),
    ...texts('Files named', shown.files ?? [], page),
    ...section(
      'Line',
      (shown.lineage ?? []).map((one) => `- ${one.session_id} ${one.status} ${formatMinute(one.started_at)}`),
      page,
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
async function notesOf(services: Services, caller: Caller, info: SessionInfo): Promise<readonly NoteView[]> {
  const { project_id: project, started_at: at } = info;
  const { sessions } = await services.getSessions(caller, { project, since: at, until: at });
  return sessions.find(({ session_id }) => session_id === info.session_id)?.notes ?? [];
}

/** The record types that the snapshot of a session does not contain. */
const LEFT_TYPES = ['warning', 'lesson', 'preference', 'relational_delta', 'memory'] as const;
const MAX_RECORDS = 50;

async function listLeftRecords(
  services: Services,
  caller: Caller,
  session_id: string,
): Promise<readonly LeftRecords[]> {
  const left: LeftRecords[] = [];
  for (const type of LEFT_TYPES) {
    const { memories, remaining } = await services.listMemories(caller, {
      session_id,
      type,
      limit: MAX_RECORDS,
    });
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
  flags: [{ name: 'full', description: 'With every record, file and the line it stands in.' }],
  parse: (flags, [id]) => ({ id, isFull: flags.full !== undefined }),
  async act(context, { id, isFull }) {
    const { services, caller, width, style, now } = context;
    const own = id ?? (await findActiveSession(context, { takesAny: true }));
    const isBound = own === undefined && caller.clientSessionId !== null;
    const session_id = own ?? (isBound ? undefined : await newestHere(context));
    const { state } = await services.getSessionState(caller, {
      session_id,
      detail_level: isFull ? 'full' : 'standard',
      with_snapshot: true,
    });
    const facts: ShownSession = {
      ...state,
      notes: await notesOf(services, caller, state.session_info),
      left: await listLeftRecords(services, caller, state.session_info.session_id),
    };
    return { lines: renderSession(facts, { width, style, now }), facts };
  },
});
