import type { Digest } from '../../src/domain/id.ts';
import type { RecordEvent } from '../../src/domain/record/events.ts';
import type { RecordStatus } from '../../src/domain/record/record.ts';

/** The state of a record according to the journal. */
export interface RecordMark {
  readonly digest: Digest;
  readonly status: RecordStatus;
  readonly version: number;
}

const statusAfter = (event: RecordEvent): RecordStatus => {
  switch (event.type) {
    case 'record.resolved':
      return 'resolved';
    case 'record.superseded':
      return 'superseded';
    case 'record.updated':
      return event.status;
    default:
      return 'active';
  }
};

/** undefined once it was deleted. */
export function evolveRecord(mark: RecordMark | undefined, event: RecordEvent): RecordMark | undefined {
  if (event.type === 'record.deleted') return undefined;
  const version = event.type === 'record.stored' ? 1 : (mark?.version ?? 0) + 1;
  return { digest: event.digest, status: statusAfter(event), version };
}
