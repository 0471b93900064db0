import type { SessionState } from '../app/get-session-state.ts';
import type { NoteView } from '../app/views/note-view.ts';
import type { Instant } from '../domain/instant.ts';
import { quote } from '../domain/orientation/quote.ts';
import type { RecordType } from '../domain/record/record.ts';
import { oneLine, quotedLines, quotedName } from './safe-text.ts';
import { sayAge, sayMoment } from './say-age.ts';
import { plural } from './say-results.ts';
import type { Style } from './style.ts';
import { cutToWidth } from './text-width.ts';

interface Page {
  readonly width: number;
  readonly style: Style;
  readonly now: Instant;
}

/** Records of one type that a session left, and that still hold. */
export interface LeftRecords {
  readonly type: RecordType;
  readonly records: readonly { readonly id: string; readonly content: string }[];
  /** How many more there are. */
  readonly remaining: number;
}

export type ShownSession = SessionState & {
  readonly notes: readonly NoteView[];
  readonly left: readonly LeftRecords[];
};

const section = (title: string, lines: readonly string[], { style }: Page): string[] =>
  lines.length === 0 ? [] : ['', style.bold(title), ...lines];

/** Stored texts under a heading; of several, each one is an item of a list. */
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

/** Stored texts, each below a line of ours. */
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
    `started ${sayMoment(info.started_at)} UTC (${sayAge(info.started_at, now)}), ${info.duration_minutes} min active, ${plural(info.turn_count, 'turn')}`,
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
  head: title === null ? sayMoment(date) : quotedName(title),
  text: summary,
});

/** The whole of a session for a person: what it left first, then how it went. */
export function renderSession(shown: ShownSession, page: Page): readonly string[] {
  const { snapshot, recent_history: turns = [], open_loops: loops = [], records = [] } = shown;
  const short = (text: string) => cutToWidth(oneLine(text), Math.max(20, page.width));
  return [
    ...head(shown, page),
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
      short(`${turn}. ${sayMoment(at)} ${is_rewound ? '(taken back) ' : ''}${who ?? ''}: ${what}`),
    ),
    ...entries(
      'Records',
      records.map(({ id, type, status, content }) => ({ head: `${id} ${type} ${status}`, text: content })),
      page,
    ),
    ...texts('Files named', shown.files ?? [], page),
    ...section(
      'Line',
      (shown.lineage ?? []).map((one) => `- ${one.session_id} ${one.status} ${sayMoment(one.started_at)}`),
      page,
    ),
  ];
}
