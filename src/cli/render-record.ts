import type { RecordView } from '../app/views/entity-views.ts';
import type { Instant } from '../domain/instant.ts';
import { formatAge } from './format.ts';
import { labelled, quotedLines, quotedName, type Style } from './terminal-text.ts';

export function renderRecordHead(record: RecordView, { style, now }: { style: Style; now: Instant }): string {
  const facts = [
    record.type,
    record.status === 'active' ? '' : record.status,
    record.superseded_by === null ? '' : `replaced by ${record.superseded_by}`,
    record.subject === null ? '' : `about ${quotedName(record.subject)}`,
    record.project === null ? 'every project' : '',
    record.expires_at === null ? '' : `until ${record.expires_at}`,
    formatAge(record.created_at, now),
  ];
  return `${style.bold(record.id)}  ${style.dim(facts.filter((fact) => fact !== '').join(' · '))}`;
}

export function renderRecord(record: RecordView, page: { style: Style; now: Instant }): readonly string[] {
  const words = [...record.tags.map((tag) => `#${quotedName(tag)}`), ...record.aliases.map(quotedName)];
  return [
    renderRecordHead(record, page),
    ...quotedLines(record.content),
    ...(record.resolution === null ? [] : labelled('Resolved', record.resolution)),
    ...(words.length === 0 ? [] : [page.style.dim(`Found by: ${words.join(', ')}`)]),
  ];
}
