import type { SessionState } from '../app/get-session-state.ts';
import type { NoteView } from '../app/views/note-view.ts';
import type { Instant } from '../domain/instant.ts';
import type { RecordType } from '../domain/record/record.ts';
import { cutToWidth } from './display-width.ts';
import { oneLine, safeText } from './safe-text.ts';
import { sayAge, sayMoment } from './say-age.ts';
import { plural } from './say-results.ts';
import type { Style } from './style.ts';

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

const indent = (text: string) => safeText(text).replaceAll('\n', '\n  ');

const texts = (title: string, items: readonly (string | null | undefined)[], { style }: Page): string[] => {
  const there = items.filter((item) => item !== null && item !== undefined && item !== '');
  if (there.length === 0) return [];
  const bullet = (item: string) => (there.length === 1 ? `  ${indent(item)}` : `- ${indent(item)}`);
  return ['', style.bold(title), ...there.map((item) => bullet(item ?? ''))];
};

function head({ session_info: info }: ShownSession, { style, now }: Page): string[] {
  const place = [info.project, info.branch, info.agent].filter((part) => part !== null).join(' · ');
  const links = [
    info.predecessor_id === null ? '' : `continues ${info.predecessor_id}`,
    info.successor_id === null ? '' : `continued by ${info.successor_id}`,
    info.succession_policy === null ? '' : `closed: ${info.succession_policy}`,
  ].filter((part) => part !== '');
  return [
    `${style.bold(info.session_id)} ${style.good(info.status)}  ${oneLine(info.title ?? '')}`.trimEnd(),
    oneLine(place),
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

const noteText = ({ title, summary }: NoteView) => (title === null ? summary : `${title}: ${summary}`);

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
    ...texts(
      'Open loops',
      loops.map(({ id, content }) => `${content} (${id})`),
      page,
    ),
    ...leftOut(shown),
    ...texts('Notes', shown.notes.map(noteText), page),
    ...(turns.length === 0 ? [] : ['', page.style.bold('Last turns')]),
    ...turns.map(({ turn, at, who, what, is_rewound }) =>
      short(`${turn}. ${sayMoment(at)} ${is_rewound ? '(taken back) ' : ''}${who ?? ''}: ${what}`),
    ),
    ...texts(
      'Records',
      records.map(({ id, type, status, content }) => `${id} ${type} ${status}: ${content}`),
      page,
    ),
    ...texts('Files named', shown.files ?? [], page),
    ...texts(
      'Line',
      (shown.lineage ?? []).map((one) => `${one.session_id} ${one.status} ${sayMoment(one.started_at)}`),
      page,
    ),
  ];
}
