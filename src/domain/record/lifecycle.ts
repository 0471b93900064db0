import type { Instant } from '../instant.ts';
import type { RecordStatus, RecordType, ThroughlineRecord } from './record.ts';

/** Types that close with a session closed without successor; what protects people stays. */
export const WITHHELD_TYPES: readonly RecordType[] = [
  'checkpoint',
  'decision',
  'open_loop',
  'relational_delta',
  'next_session_focus',
];

/** Types of which a newer one in the same worktree takes the place of what its session was told at its start. */
export const REPLACED_TYPES: readonly RecordType[] = ['checkpoint', 'next_session_focus'];

export const effectiveStatus = (record: ThroughlineRecord, now: Instant): RecordStatus =>
  record.status === 'active' && record.expiresAt !== null && record.expiresAt <= now
    ? 'expired'
    : record.status;

const next = (
  record: ThroughlineRecord,
  at: Instant,
  change: Partial<ThroughlineRecord>,
): ThroughlineRecord => ({
  ...record,
  ...change,
  updatedAt: at,
  version: record.version + 1,
});

/** Resolving what is resolved already is no news. */
export const resolveRecord = (
  record: ThroughlineRecord,
  resolution: string | null,
  at: Instant,
): ThroughlineRecord =>
  record.status === 'active' ? next(record, at, { status: 'resolved', resolvedAt: at, resolution }) : record;

export const supersedeRecord = (record: ThroughlineRecord, by: string, at: Instant): ThroughlineRecord =>
  record.status === 'active' ? next(record, at, { status: 'superseded', supersededBy: by }) : record;
