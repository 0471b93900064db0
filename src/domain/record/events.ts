import type { Digest } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { RecordStatus, RecordType, ThroughlineRecord } from './record.ts';

interface RecordFact {
  readonly at: Instant;
  readonly id: string;
  readonly digest: Digest;
  readonly sessionId?: string;
}

/** Records enter the journal by id and digest, never by text. */
export type RecordEvent =
  | (RecordFact & {
      readonly type: 'record.stored';
      readonly recordType: RecordType;
      readonly source: string;
    })
  | (RecordFact & { readonly type: 'record.resolved' })
  | (RecordFact & { readonly type: 'record.superseded'; readonly by: string | null })
  | (RecordFact & { readonly type: 'record.updated'; readonly status: RecordStatus })
  | (RecordFact & { readonly type: 'record.deleted' });

export const RECORD_EVENT_TYPES: readonly RecordEvent['type'][] = [
  'record.stored',
  'record.resolved',
  'record.superseded',
  'record.updated',
  'record.deleted',
];

export function recordEvent(
  record: ThroughlineRecord,
  before?: ThroughlineRecord,
  sessionId?: string,
): RecordEvent {
  const { updatedAt: at, id, digest } = record;
  const fact = { at, id, digest, ...(sessionId === undefined ? {} : { sessionId }) };
  if (record.version === 1) {
    return { type: 'record.stored', ...fact, recordType: record.type, source: record.source };
  }
  const isNewStatus = before?.status !== record.status;
  if (isNewStatus && record.status === 'superseded') {
    return { type: 'record.superseded', ...fact, by: record.supersededBy };
  }
  if (isNewStatus && record.status === 'resolved') return { type: 'record.resolved', ...fact };
  return { type: 'record.updated', ...fact, status: record.status };
}
