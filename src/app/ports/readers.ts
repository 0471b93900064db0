import type { Capture, CaptureContent } from '../../domain/capture/capture.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import type { Handoff } from '../../domain/handoff/handoff.ts';
import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Note } from '../../domain/note/note.ts';
import type { FactList } from '../../domain/orientation/facts.ts';
import type { Receipt } from '../../domain/orientation/receipt.ts';
import type { Project } from '../../domain/project/project.ts';
import type {
  RecordCategory,
  RecordStatus,
  RecordType,
  ThroughlineRecord,
} from '../../domain/record/record.ts';
import type { Session, SessionKind, SessionStatus } from '../../domain/session/session.ts';
import type { ClientProcess, Position, Turn } from './ledger.ts';

/** Where a page of an ordered list ended; opaque to callers. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly remaining: number;
}

/** Silence cut-offs: an active session last heard at or before them counts as lost. */
export interface SilentBefore {
  readonly withHooks: Instant;
  readonly withoutHooks: Instant;
  /** What is dated later was written by a clock that was ahead; everything is believed unless given. */
  readonly ahead?: Instant;
}

export interface ProjectReader {
  find(id: string): Promise<Project | undefined>;
  /** Those of these that exist, in any order. */
  findAll(ids: readonly string[]): Promise<readonly Project[]>;
  findByKey(key: string): Promise<Project | undefined>;
  /** A project whose folder had this fingerprint when last seen; the fingerprint is never ''. */
  findByFingerprint(fingerprint: string): Promise<Project | undefined>;
  /** By name, compared without case; oldest first. */
  listNamed(name: string): Promise<readonly Project[]>;
  /** Newest first, with how many sessions each has. */
  list(
    limit: number,
    exceptIds?: readonly string[],
  ): Promise<readonly { readonly project: Project; readonly sessionCount: number }[]>;
  /** Newest first. */
  listNames(limit: number, exceptIds?: readonly string[]): Promise<readonly string[]>;
  /** Ids of the projects whose folder is one of these. */
  listAnchoredAt(paths: readonly string[]): Promise<readonly string[]>;
}

export interface SessionFilter {
  readonly projectId?: string;
  readonly exceptProjectIds?: readonly string[];
  readonly status?: SessionStatus;
  readonly kind?: SessionKind;
  readonly agent?: string;
  readonly since?: Instant;
  readonly until?: Instant;
  /** Words, at least one of which its title, notes or records contain. */
  readonly query?: string;
}

/** A session's place in the list of all, newest first. */
export interface SessionKey {
  readonly startedAt: Instant;
  readonly id: string;
}

export interface ListedTurn extends Turn {
  /** Where in a game it was played. */
  readonly played?: { readonly branchId: string; readonly turn: number };
}

export interface SessionReader {
  /** By our id, else by the client's own: the newest session that carries it and has no successor, else the newest. */
  find(id: string): Promise<Session | undefined>;
  /** The same for the client's own id alone, within one project. */
  findOfClient(clientSessionId: string, projectId: string): Promise<Session | undefined>;
  findNewestPaused(projectId: string, worktree: string | null): Promise<Session | undefined>;
  /** The newest session that is no longer under way, in this worktree if `worktree` is given. */
  findNewestLeft(
    projectId: string,
    worktree: string | undefined,
    silentBefore: SilentBefore,
  ): Promise<Session | undefined>;
  /** Active sessions that fell silent and were not yet noticed as lost; oldest first, limited. */
  listSilent(projectId: string, silentBefore: SilentBefore, limit: number): Promise<readonly Session[]>;
  /** Active sessions that are not silent; newest first, limited. */
  listAlive(projectId: string, silentBefore: SilentBefore, limit: number): Promise<readonly Session[]>;
  /** Noticed as lost, never continued, and last heard of after `since`; newest first, limited. */
  listLost(projectId: string, since: Instant, limit: number): Promise<readonly Session[]>;
  /** When the newest sessions began, newest first. */
  listStarts(projectId: string, limit: number): Promise<readonly Instant[]>;
  /** Closed with `successor_required` and still without one; oldest first, limited. */
  listAwaitingSuccessor(projectId: string, limit: number): Promise<readonly Session[]>;
  /** Newest first, those after `after`; `remaining` counts what is behind the last one answered. */
  list(
    filter: SessionFilter,
    silentBefore: SilentBefore,
    limit: number,
    after: SessionKey | null,
  ): Promise<{ readonly items: readonly Session[]; readonly remaining: number }>;
  /** The last `limit` turns before `before`, oldest first. */
  listTurns(sessionId: string, limit: number, before: number | null): Promise<readonly ListedTurn[]>;
  listFiles(sessionId: string, limit: number): Promise<readonly string[]>;
  /** Which of them was heard of last: by the order of writing where their times contradict it. */
  findLastHeard(sessions: readonly Session[]): Promise<Session | undefined>;
}

export interface RecordFilter {
  readonly sessionId?: string | undefined;
  /** null stands for what is global. */
  readonly projectIds?: readonly (string | null)[] | undefined;
  readonly exceptProjectIds?: readonly string[] | undefined;
  readonly types?: readonly RecordType[] | undefined;
  readonly categories?: readonly RecordCategory[] | undefined;
  /**
   * What has expired by `now` counts as expired, whatever is stored. What a session closed without successor
   * withholds is active only for those who ask for that session.
   */
  readonly status?: { readonly is: RecordStatus; readonly now: Instant } | undefined;
  readonly isNewestFirst?: boolean | undefined;
  /** When it happened, or was written where nobody said. */
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  /** Written at or before this moment, whatever became of it. */
  readonly writtenBy?: Instant | undefined;
}

export interface RecordReader {
  findAll(ids: readonly string[]): Promise<readonly ThroughlineRecord[]>;
  /** The version of each that stood at this moment; those that were not there yet are left out. */
  findAllAt(ids: readonly string[], at: Instant): Promise<readonly ThroughlineRecord[]>;
  /** Active records of a project, or global ones, with exactly one of these texts. */
  listActiveByDigest(
    projectId: string | null,
    type: RecordType,
    digests: readonly Digest[],
  ): Promise<readonly ThroughlineRecord[]>;
  /** The same, whatever became of them. */
  listByDigest(
    projectId: string | null,
    type: RecordType,
    digests: readonly Digest[],
  ): Promise<readonly ThroughlineRecord[]>;
  /** Of these, the ones that were written before the session was started or resumed at `since`, whatever clocks said. */
  listWrittenBefore(ids: readonly string[], sessionId: string, since: Instant): Promise<ReadonlySet<string>>;
  /** What the live records of a type are about, where they say so. */
  listLiveSubjects(
    projectId: string,
    type: RecordType,
  ): Promise<readonly { readonly id: string; readonly subject: string }[]>;
  /** In the order they were written, or newest first. */
  list(filter: RecordFilter, limit: number, cursor: string | null): Promise<Page<ThroughlineRecord>>;
  /** How many of each type and status a session has left. */
  countBySession(
    sessionIds: readonly string[],
  ): Promise<readonly { sessionId: string; type: RecordType; status: RecordStatus; count: number }[]>;
  /**
   * What is live in the project and globally, for orientation: newest first (open loops oldest first, and the newest last), at most
   * `limit` items with at most `maxChars` characters each; the total comes from a maintained counter.
   */
  listLive(
    projectId: string,
    type: RecordType,
    limit: number,
    maxChars: number,
    now: Instant,
  ): Promise<FactList>;
  /** The same for several types at once, each with its own limit, from one look at the counters. */
  listLiveOf(
    projectId: string,
    limits: ReadonlyMap<RecordType, number>,
    maxChars: number,
    now: Instant,
  ): Promise<ReadonlyMap<RecordType, FactList>>;
}

export interface NoteReader {
  find(id: string): Promise<Note | undefined>;
  /** Oldest first, whole. */
  listOf(sessionIds: readonly string[]): Promise<readonly Note[]>;
}

export interface HandoffReader {
  find(id: string): Promise<Handoff | undefined>;
  /** The newest with this digest written at or after `since`, of a session that is not closed. */
  findRecent(projectId: string, digest: Digest, since: Instant): Promise<Handoff | undefined>;
  findByIdempotencyKey(key: string): Promise<Handoff | undefined>;
}

/** Newest first. */
export interface ReceiptReader {
  listOfSession(sessionId: string, limit: number): Promise<readonly Receipt[]>;
  listOfProject(projectId: string, limit: number): Promise<readonly Receipt[]>;
  /** Where in the journal the delivery stands. */
  findPosition(receiptId: string): Promise<Position | undefined>;
}

export interface CaptureFilter {
  readonly projectId?: string | undefined;
  readonly exceptProjectIds?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  readonly isUnreviewed?: boolean | undefined;
  readonly since?: Instant | undefined;
}

/** Captures, and how far the transcripts they come from were read. */
export interface CaptureReader {
  find(id: string): Promise<Capture | undefined>;
  /** `damaged`: it no longer matches its checksum. */
  readContent(id: string): Promise<CaptureContent | 'damaged' | undefined>;
  /** Newest first, those before `before`. */
  list(
    filter: CaptureFilter,
    limit: number,
    before: number | null,
  ): Promise<{
    readonly items: readonly { readonly seq: number; readonly bytes: number; readonly capture: Capture }[];
    readonly remaining: number;
  }>;
  /** Of each of these sessions the newest `limit`, newest first. */
  listOfSessions(sessionIds: readonly string[], limit: number): Promise<readonly Capture[]>;
  /** The oldest, as long as they are from before `keptFrom` or all take more than `maxBytes`; none that is cited. */
  listExpendable(keptFrom: Instant, maxBytes: number, limit: number): Promise<readonly string[]>;
  findReading(sessionId: string): Promise<TranscriptReading | undefined>;
  findProcess(key: string): Promise<ClientProcess | undefined>;
  listProcesses(sessionIds: readonly string[]): Promise<readonly ClientProcess[]>;
}
