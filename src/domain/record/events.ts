import type { Digest } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { RecordStatus, RecordType, ThroughlineRecord } from './record.ts';

interface RecordFact {
  readonly at: Instant;
  readonly id: string;
  readonly digest: Digest;
}

/** Records enter the journal by id and digest, never by text. */
export type RecordEvent =
  | (RecordFact & {
      readonly type: 'record.stored';
      readonly recordType: RecordType;
      readonly source: string;
    })
  | (RecordFact & { readonly type: 'record.resolved' })
  | (RecordFact & { readonly type: 'record.superseded'; readonly by: string | null });

export const RECORD_EVENT_TYPES: readonly RecordEvent['type'][] = [
  'record.stored',
  'record.resolved',
  'record.superseded',
];

export function recordEvent(record: ThroughlineRecord): RecordEvent {
  const fact = { at: record.updatedAt, id: record.id, digest: record.digest };
  if (record.version === 1) {
    return { type: 'record.stored', ...fact, recordType: record.type, source: record.source };
  }
  return record.status === 'superseded'
    ? { type: 'record.superseded', ...fact, by: record.supersededBy }
    : { type: 'record.resolved', ...fact };
}

/** What the journal alone tells of a record. */
export interface RecordMark {
  readonly digest: Digest;
  readonly status: RecordStatus;
  readonly version: number;
}

export function evolveRecord(mark: RecordMark | undefined, event: RecordEvent): RecordMark {
  if (event.type === 'record.stored') return { digest: event.digest, status: 'active', version: 1 };
  const status = event.type === 'record.superseded' ? 'superseded' : 'resolved';
  return { digest: event.digest, status, version: (mark?.version ?? 0) + 1 };
}
