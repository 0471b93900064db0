import type { RecordView } from '../app/views/entity-views.ts';
import type { Instant } from '../domain/instant.ts';
import type { ShortenId } from '../domain/short-id.ts';
import { formatAgo } from './format.ts';
import { labelled, quotedLines, quotedName, type Style } from './terminal-text.ts';

type RecordHead = Pick<RecordView, 'id' | 'project' | 'created_at'> & {
  readonly status: string;
  readonly type: string;
  readonly superseded_by?: string | null;
  readonly subject?: string | null;
  readonly expires_at?: string | null;
};

const isNone = (value: string | null | undefined): value is null | undefined =>
  value === null || value === undefined;

/** How records are shown on this terminal. */
export interface RecordPage {
  readonly style: Style;
  readonly now: Instant;
  readonly shorten: ShortenId;
}

export function renderRecordHead(record: RecordHead, { style, now, shorten }: RecordPage): string {
  const facts = [
    record.type,
    record.status === 'active' ? '' : record.status,
    isNone(record.superseded_by) ? '' : `replaced by ${shorten(record.superseded_by)}`,
    isNone(record.subject) ? '' : `about ${quotedName(record.subject)}`,
    record.project === null ? 'every project' : '',
    isNone(record.expires_at) ? '' : `until ${record.expires_at}`,
    formatAgo(record.created_at, now),
  ];
  return `${style.bold(shorten(record.id))}  ${style.dim(facts.filter((fact) => fact !== '').join(' · '))}`;
}

export function renderRecord(record: RecordView, page: RecordPage): readonly string[] {
  const words = [...record.tags.map((tag) => `#${quotedName(tag)}`), ...record.aliases.map(quotedName)];
  return [
    renderRecordHead(record, page),
    ...quotedLines(record.content),
    ...(record.resolution === null ? [] : labelled('Resolved', record.resolution)),
    ...(words.length === 0 ? [] : [page.style.dim(`Found by: ${words.join(', ')}`)]),
  ];
}
