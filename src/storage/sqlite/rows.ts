import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type { Handoff } from '../../domain/handoff/handoff.ts';
import type { Note, NoteVisibility } from '../../domain/note/note.ts';
import type { Receipt } from '../../domain/orientation/receipt.ts';
import type { Project } from '../../domain/project/project.ts';
import type {
  RecordCategory,
  RecordStatus,
  RecordType,
  ThroughlineRecord,
} from '../../domain/record/record.ts';
import type { Session, SessionKind, SessionStatus, SuccessionPolicy } from '../../domain/session/session.ts';
import { areRecordFactsSound, isContentSound, matches, noteRowDigest } from './digests.ts';
import type { Row, SqlValue } from './driver.ts';
import { listIn, objectIn } from './stored-json.ts';

const text = (value: SqlValue | undefined) => String(value);
export const textOrNull = (value: SqlValue | undefined) =>
  value === null || value === undefined ? null : String(value);
const numberOrNull = (value: SqlValue | undefined) =>
  value === null || value === undefined ? null : Number(value);
export const parsed = <Value>(value: SqlValue | undefined): Value => JSON.parse(text(value)) as Value;

export const projectFrom = (row: Row): Project => ({
  id: text(row.id),
  key: text(row.key),
  name: text(row.name),
  kind: text(row.kind) as SessionKind,
  anchorPath: textOrNull(row.anchor_path),
  fingerprint: text(row.fingerprint),
  createdAt: text(row.created_at),
  version: Number(row.version),
});

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

/** Withheld records are active, but closed off with their session; one column says both. */
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

type NoteBody = Pick<
  Note,
  | 'events'
  | 'charactersPresent'
  | 'npcsEncountered'
  | 'questUpdates'
  | 'combatEncounters'
  | 'experienceGained'
  | 'treasureFound'
  | 'notes'
>;

export const noteBody = (note: Note): string => {
  const body: NoteBody = {
    events: note.events,
    charactersPresent: note.charactersPresent,
    npcsEncountered: note.npcsEncountered,
    questUpdates: note.questUpdates,
    combatEncounters: note.combatEncounters,
    experienceGained: note.experienceGained,
    treasureFound: note.treasureFound,
    notes: note.notes,
  };
  return JSON.stringify(body);
};

const NOTHING_NOTED: NoteBody = {
  events: [],
  charactersPresent: [],
  npcsEncountered: [],
  questUpdates: {},
  combatEncounters: [],
  experienceGained: null,
  treasureFound: [],
  notes: null,
};

const noteWith = (row: Row, body: NoteBody): Note => ({
  ...body,
  id: text(row.id),
  sessionId: text(row.session_id),
  projectId: text(row.project_id),
  summary: text(row.summary),
  sessionNumber: numberOrNull(row.session_number),
  title: textOrNull(row.title),
  occurredAt: textOrNull(row.occurred_at),
  visibility: text(row.visibility) as NoteVisibility,
  createdAt: text(row.created_at),
  updatedAt: text(row.updated_at),
  version: Number(row.version),
});

export const isNoteSound = (row: Row): boolean => matches(row.digest, () => noteRowDigest(row));

/** As it is on disk; throws where that cannot be read. */
export const noteAsStored = (row: Row): Note => noteWith(row, parsed<NoteBody>(row.body));

export function noteFrom(row: Row): Note {
  if (isNoteSound(row)) {
    try {
      return noteAsStored(row);
    } catch {
      // Stored before there were checksums, and damaged since.
    }
  }
  return { ...noteWith(row, NOTHING_NOTED), summary: DAMAGED_TEXT, title: null, occurredAt: null };
}

type HandoffBody = Omit<Handoff, 'id' | 'sessionId' | 'projectId' | 'digest' | 'isDerived' | 'createdAt'>;

/** Fields that bodies written by earlier releases do not have. */
const LATER_FIELDS = { sources: [], adoptedIds: [], supersededIds: [], answer: null };
type EarlierBody = Omit<HandoffBody, keyof typeof LATER_FIELDS>;
const NOTHING_HANDED_OVER: EarlierBody = { stored: {}, resolvedLoopIds: [], noteId: null, redacted: {} };

export function handoffBody(handoff: Handoff): string {
  const { sources, stored, adoptedIds, supersededIds, resolvedLoopIds, noteId, redacted, answer } = handoff;
  const body: HandoffBody = {
    sources,
    stored,
    adoptedIds,
    supersededIds,
    resolvedLoopIds,
    noteId,
    redacted,
    answer,
  };
  return JSON.stringify(body);
}

export const handoffFrom = (row: Row): Handoff => ({
  ...LATER_FIELDS,
  ...objectIn(row.body, NOTHING_HANDED_OVER),
  id: text(row.id),
  sessionId: text(row.session_id),
  projectId: text(row.project_id),
  digest: text(row.digest),
  isDerived: Number(row.derived) === 1,
  createdAt: text(row.created_at),
});

type ReceiptBody = Pick<Receipt, 'budget' | 'score' | 'gapCount' | 'sections'>;

export const receiptBody = ({ budget, score, gapCount, sections }: Receipt): string =>
  JSON.stringify({ budget, score, gapCount, sections } satisfies ReceiptBody);

const NOTHING_TOLD: ReceiptBody = { budget: 0, score: 0, gapCount: 0, sections: [] };

export const receiptFrom = (row: Row): Receipt => ({
  ...objectIn(row.body, NOTHING_TOLD),
  id: text(row.id),
  projectId: text(row.project_id),
  sessionId: textOrNull(row.session_id),
  surface: text(row.door),
  client: textOrNull(row.client),
  clientSessionId: textOrNull(row.client_session_id),
  at: text(row.at),
  chars: Number(row.chars),
});
