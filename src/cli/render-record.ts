import type { RecordView } from '../app/views/record-view.ts';
import type { Instant } from '../domain/instant.ts';
import { labelled, quotedLines, quotedName } from './safe-text.ts';
import { sayAge } from './say-age.ts';
import type { Style } from './style.ts';

/** The first line: what it is, and whether it still holds. */
export function recordHead(record: RecordView, { style, now }: { style: Style; now: Instant }): string {
  const facts = [
    record.type,
    record.status === 'active' ? '' : record.status,
    record.superseded_by === null ? '' : `replaced by ${record.superseded_by}`,
    record.subject === null ? '' : `about ${quotedName(record.subject)}`,
    record.project === null ? 'every project' : '',
    record.expires_at === null ? '' : `until ${record.expires_at}`,
    sayAge(record.created_at, now),
  ];
  return `${style.bold(record.id)}  ${style.dim(facts.filter((fact) => fact !== '').join(' · '))}`;
}

/** A record whole. */
export function renderRecord(record: RecordView, page: { style: Style; now: Instant }): readonly string[] {
  const words = [...record.tags.map((tag) => `#${quotedName(tag)}`), ...record.aliases.map(quotedName)];
  return [
    recordHead(record, page),
    ...quotedLines(record.content),
    ...(record.resolution === null ? [] : labelled('Resolved', record.resolution)),
    ...(words.length === 0 ? [] : [page.style.dim(`Found by: ${words.join(', ')}`)]),
  ];
}
