import type { Instant } from '../instant.ts';
import type { RecordType } from '../record/record.ts';
import type { IdMeasure } from '../short-id.ts';
import type { DriftFacts } from './drift-facts.ts';

/** A hook that could not do its work, and let its agent go on. */
export interface HookFailure {
  readonly at: Instant;
  readonly client: string;
  readonly event: string;
  /** The agent's folder; null if the client did not report it. */
  readonly folder: string | null;
  readonly code: string;
  readonly message: string;
  /** Undefined in entries of earlier versions, which belong to the default workspace. */
  readonly workspace?: string;
}

/** One stored record as orientation needs it. */
export interface FactItem {
  readonly id: string;
  readonly type: RecordType;
  /** At least the first `budget` characters of it; `length` is the whole. */
  readonly text: string;
  readonly length: number;
  readonly subject: string | null;
  readonly importance: number;
  readonly sessionId: string | null;
  /** Name of the agent or client that wrote it, if known. */
  readonly author: string | null;
  readonly source: string;
  readonly createdAt: Instant;
  readonly worktree: string | null;
  readonly branch: string | null;
  /** The commit it was written at. */
  readonly head: string | null;
  /** When its session was continued by another one, if it was. */
  readonly continuedAt?: Instant;
  /** The stored text does not match its checksum: `text` is a marker. */
  readonly isDamaged?: boolean;
  /** What it is filed under no longer matches its checksum, and is left out. */
  readonly isSubjectDamaged?: boolean;
  /** A record of another project: the totals of this one do not count it. */
  readonly isElsewhere?: boolean;
}

/** The types orientation shows from lists; `items` may hold fewer than `total` when there are very many. */
export interface FactList {
  /** In the order they should be shown. */
  readonly items: readonly FactItem[];
  /** How many are live in the store, from a maintained counter. */
  readonly total: number;
}

export interface SessionFact {
  readonly id: string;
  readonly status: 'active' | 'paused' | 'lost' | 'ended' | 'closed';
  readonly title: string | null;
  /** In a few words of its checkpoint; left out where that is shown, or where there is none. */
  readonly outcome?: string;
  readonly agent: string | null;
  readonly startedAt: Instant;
  readonly lastSeenAt: Instant;
  readonly endedAt: Instant | null;
  readonly branch: string | null;
  readonly worktree: string | null;
  readonly transcriptPath: string | null;
  readonly hasHandoff: boolean;
  readonly isHandoffDerived: boolean;
  /** Made of a past conversation. */
  readonly isImported?: boolean;
  /** Closed without successor. */
  readonly isSuccessorForbidden: boolean;
}

/** What happened to a record since the last report. */
export interface ChangeFact {
  readonly what: 'new' | 'resolved' | 'superseded' | 'retracted' | 'changed';
  readonly item: FactItem;
}

/** For a session that has had a report before. */
export interface DeltaFacts {
  /** The time of its last report. */
  readonly since: Instant;
  readonly sessionId: string;
  /** What it wrote itself and still holds, newest first, constraints apart. */
  readonly own: FactList;
  /** What others did since, oldest first. */
  readonly changed: readonly ChangeFact[];
}

export interface IdentityFact {
  readonly path: string;
  readonly text: string;
  readonly isCut: boolean;
  /** It contains more than the template. */
  readonly isFilledIn: boolean;
  /** Why it could not be read. */
  readonly problem: string | null;
}

/** An unreviewed capture. */
export interface CaptureFact {
  readonly id: string;
  readonly sessionId: string;
  /** What is stored about it no longer matches its checksum. */
  readonly isDamaged?: boolean;
}

export interface OrientationFacts {
  readonly project: { readonly id: string; readonly name: string; readonly kind: 'work' | 'game' };
  /** Calls that name no project go to this one. */
  readonly isOwnProject: boolean;
  readonly now: Instant;
  /** How long the ids in the report have to be. */
  readonly ids: IdMeasure;
  readonly worktree: string | null;
  readonly constraints: FactList;
  readonly warnings: FactList;
  /** Live checkpoints, newest first; this worktree's among them or not. */
  readonly checkpoints: FactList;
  /** What is stored in the project although no section of the report shows it: a game, or turns and notes of this very session. */
  readonly storedElsewhere?: 'game' | 'session' | undefined;
  /** Ids of damaged notes and turns that a checkpoint of a lost session would have been derived from. */
  readonly damagedEvidence?: readonly string[];
  readonly focus: FactList;
  /** Oldest first. */
  readonly openLoops: FactList;
  readonly lessons: FactList;
  readonly decisions: FactList;
  readonly preferences: FactList;
  readonly relationalDeltas: FactList;
  /** Plain memories of the project and what is global. */
  readonly memoryCount: number;
  /** The session before this one, in this worktree if there is one, else in the project. */
  readonly lastSession: SessionFact | null;
  /** Fell silent and were never continued, besides the last one; newest first. */
  readonly lostSessions: readonly SessionFact[];
  /** The newest sessions that have ended or were lost, besides the others here; newest first, at most `RECENT_SESSIONS`. */
  readonly recentSessions: readonly SessionFact[];
  /** When the newest sessions of the project began, newest first, this one apart; at most `SESSION_STARTS`. */
  readonly sessionStarts: readonly Instant[];
  readonly delta: DeltaFacts | null;
  /** What changed in the worktree since the checkpoint; null if unknown or not read. */
  readonly drift: DriftFacts | null;
  /** Other sessions of the project that are alive now. */
  readonly aliveSessions: readonly SessionFact[];
  /** Closed with `successor_required` and not yet succeeded. */
  readonly awaitingSuccessor: readonly SessionFact[];
  /** The person's own files, this project's first, already read and size-capped. */
  readonly identities: readonly IdentityFact[];
  readonly lastTranscriptPath: string | null;
  /** Newest first, of which `items` may be only the first. */
  readonly unreviewedCaptures: { readonly items: readonly CaptureFact[]; readonly total: number };
  /** Since the last report of this project; oldest first. */
  readonly hookFailures: readonly HookFailure[];
  /** The client whose hooks could report here and do not. */
  readonly hooksMissingFor: string | null;
}

/** With the last session, the report names up to five. */
export const RECENT_SESSIONS = 4;

/** Beyond these an open loop was simply carried over many times. */
export const SESSION_STARTS = 100;

export interface OrientationThresholds {
  readonly staleCheckpointDays: number;
  readonly oldLoopDays: number;
}

export const DEFAULT_THRESHOLDS: OrientationThresholds = { staleCheckpointDays: 14, oldLoopDays: 14 };
