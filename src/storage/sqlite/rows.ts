import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type {
  RecordCategory,
  RecordStatus,
  RecordType,
  ThroughlineRecord,
} from '../../domain/record/record.ts';
import type { Session, SessionKind, SessionStatus, SuccessionPolicy } from '../../domain/session/session.ts';
import { areRecordFactsSound, isContentSound } from './digests.ts';
import type { Row, SqlValue } from './driver.ts';
import { listIn } from './stored-json.ts';

export const text = (value: SqlValue | undefined) => String(value);
export const textOrNull = (value: SqlValue | undefined) =>
  value === null || value === undefined ? null : String(value);
export const numberOrNull = (value: SqlValue | undefined) =>
  value === null || value === undefined ? null : Number(value);
/** The fields of an object that are stored together in its column `body`: those that the empty body has, in its order. */
export const bodyOf = <Body extends object>(item: Body, emptyBody: Body): string =>
  JSON.stringify(Object.fromEntries(Object.keys(emptyBody).map((key) => [key, item[key as keyof Body]])));

export const parsed = <Value>(value: SqlValue | undefined): Value => JSON.parse(text(value)) as Value;

export const sessionFrom = (row: Row): Session => ({
  id: text(row.id),
  projectId: text(row.project_id),
  kind: text(row.kind) as SessionKind,
  title: textOrNull(row.title),
  agent: textOrNull(row.agent),
  client: textOrNull(row.client),
  clientSessionId: textOrNull(row.client_session_id),
  status: text(row.status) as SessionStatus,
  startedAt: text(row.started_at),
  lastSeenAt: text(row.heard_at),
  activeSince: textOrNull(row.active_since),
  activeMs: Number(row.active_ms),
  pausedAt: textOrNull(row.paused_at),
  endedAt: textOrNull(row.ended_at),
  closedAt: textOrNull(row.closed_at),
  predecessorId: textOrNull(row.predecessor_id),
  successorId: textOrNull(row.successor_id),
  worktree: textOrNull(row.worktree),
  branch: textOrNull(row.branch),
  head: textOrNull(row.head),
  hasHooks: Number(row.has_hooks) === 1,
  isImplicit: Number(row.is_implicit) === 1,
  turnCount: Number(row.turn_count),
  historyChars: Number(row.history_chars),
  handoff:
    row.handoff_id === null
      ? null
      : {
          id: text(row.handoff_id),
          digest: text(row.handoff_digest),
          isDerived: Number(row.handoff_derived) === 1,
          isReopened: Number(row.handoff_reopened) === 1,
        },
  closing:
    row.closing_policy === null
      ? null
      : {
          reason: textOrNull(row.closing_reason),
          epitaph: textOrNull(row.closing_epitaph),
          policy: text(row.closing_policy) as SuccessionPolicy,
        },
  orientationScore: numberOrNull(row.orientation_score),
  gapCount: numberOrNull(row.gap_count),
  transcriptPath: textOrNull(row.transcript_path),
  version: Number(row.version),
});

/** Withheld records are active, but closed with their session. One column stores both facts. */
export const stateOf = (record: Pick<ThroughlineRecord, 'status' | 'isWithheld'>): string =>
  record.status === 'active' && record.isWithheld ? 'withheld' : record.status;

export const statusOf = (state: SqlValue | undefined): RecordStatus =>
  state === 'withheld' ? 'active' : (text(state) as RecordStatus);

/** As it is on disk, sound or not. */
export const recordAsStored = (row: Row): ThroughlineRecord => ({
  id: text(row.id),
  type: text(row.type) as RecordType,
  category: text(row.category) as RecordCategory,
  importance: Number(row.importance),
  content: text(row.content),
  digest: text(row.digest),
  subject: textOrNull(row.subject),
  status: statusOf(row.state),
  projectId: row.project_id === '' ? null : text(row.project_id),
  sessionId: textOrNull(row.session_id),
  handoffId: textOrNull(row.handoff_id),
  source: text(row.source),
  position: Number(row.position),
  worktree: textOrNull(row.worktree),
  branch: textOrNull(row.branch),
  head: textOrNull(row.head),
  createdAt: text(row.created_at),
  occurredAt: textOrNull(row.occurred_at),
  updatedAt: text(row.updated_at),
  version: Number(row.version),
  tags: listIn(row.tags),
  aliases: listIn(row.aliases),
  supersedes: listIn(row.supersedes),
  supersededBy: textOrNull(row.superseded_by),
  resolvedAt: textOrNull(row.resolved_at),
  resolution: textOrNull(row.resolution),
  expiresAt: textOrNull(row.expires_at),
  isWithheld: row.state === 'withheld',
});

export const recordFrom = (row: Row): ThroughlineRecord => ({
  ...recordAsStored(row),
  ...(isContentSound(row) ? {} : { content: DAMAGED_TEXT }),
  ...(areRecordFactsSound(row) ? {} : damagedFacts(row)),
});

const damagedFacts = ({ resolution }: Row): Partial<ThroughlineRecord> => ({
  subject: DAMAGED_TEXT,
  tags: [],
  aliases: [],
  resolution: resolution === null ? null : DAMAGED_TEXT,
});
