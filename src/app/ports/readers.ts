import type { Capture, CaptureContent } from '../../domain/capture/capture.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import type { Handoff } from '../../domain/handoff/handoff.ts';
import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Note } from '../../domain/note/note.ts';
import type { FactList } from '../../domain/orientation/facts.ts';
import type { Receipt } from '../../domain/orientation/orientation.ts';
import type { Project } from '../../domain/project/project.ts';
import type { RecordStatus, RecordType, ThroughlineRecord } from '../../domain/record/record.ts';
import type { Session, SessionKind, SessionStatus } from '../../domain/session/session.ts';
import type { IdMeasure } from '../../domain/short-id.ts';
import type { ClientProcess, Position, Turn } from './ledger.ts';
import type { SearchScope } from './search-index.ts';

/** `nextCursor` is opaque to callers. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly remaining: number;
}

/** An active session that was last seen at or before these times counts as lost. */
export interface SilentBefore {
  readonly withHooks: Instant;
  readonly withoutHooks: Instant;
  /** Later times were written by a wrong clock. Without it all times are trusted. */
  readonly ahead?: Instant;
}

export interface ProjectReader {
  find(id: string): Promise<Project | undefined>;
  /** Missing ones are left out. In any order. */
  findAll(ids: readonly string[]): Promise<readonly Project[]>;
  findByKey(key: string): Promise<Project | undefined>;
  /** A project whose folder had this fingerprint when last seen; the fingerprint is never ''. */
  findByFingerprint(fingerprint: string): Promise<Project | undefined>;
  /** By name, compared without case; oldest first. */
  listNamed(name: string): Promise<readonly Project[]>;
  /** Newest first, with session counts. */
  list(
    limit: number,
    exceptIds?: readonly string[],
  ): Promise<readonly { readonly project: Project; readonly sessionCount: number }[]>;
  /** Newest first. */
  listNames(limit: number, exceptIds?: readonly string[]): Promise<readonly string[]>;
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

export interface SessionKey {
  readonly startedAt: Instant;
  readonly id: string;
}

export interface ListedTurn extends Turn {
  readonly played?: { readonly branchId: string; readonly turn: number };
}

export interface SessionReader {
  /** By id, else by the client's session id: the newest such session without a successor, else the newest. */
  find(id: string): Promise<Session | undefined>;
  /** The same for the client's own id alone, within one project. */
  findOfClient(clientSessionId: string, projectId: string): Promise<Session | undefined>;
  /** All with the client's session id, in any project; newest first, limited. */
  listOfClient(clientSessionId: string, limit: number): Promise<readonly Session[]>;
  /** The newest session of a project with this transcript. Looks at all sessions of the project. */
  findOfTranscript(path: string, projectId: string): Promise<Session | undefined>;
  findNewestPaused(projectId: string, worktree: string | null): Promise<Session | undefined>;
  /** The newest session that has ended or fallen silent, in this worktree if `worktree` is given. */
  findNewestLeft(
    projectId: string,
    worktree: string | undefined,
    silentBefore: SilentBefore,
  ): Promise<Session | undefined>;
  /** Active sessions that fell silent and are not yet marked as lost; oldest first, limited. */
  listSilent(projectId: string, silentBefore: SilentBefore, limit: number): Promise<readonly Session[]>;
  /** Active sessions that are not silent; newest first, limited. */
  listAlive(projectId: string, silentBefore: SilentBefore, limit: number): Promise<readonly Session[]>;
  /** Marked as lost, never continued, and last seen after `since`; newest first, limited. */
  listLost(projectId: string, since: Instant, limit: number): Promise<readonly Session[]>;
  /** Start times of the newest sessions, newest first. */
  listStarts(projectId: string, limit: number): Promise<readonly Instant[]>;
  /** The newest sessions of the project in any state, newest first. */
  listNewest(projectId: string, limit: number): Promise<readonly Session[]>;
  /** Closed with `successor_required` and still without one; oldest first, limited. */
  listAwaitingSuccessor(projectId: string, limit: number): Promise<readonly Session[]>;
  /** Newest first, starting after `after`; `remaining` counts those after the last returned one. */
  list(
    filter: SessionFilter,
    silentBefore: SilentBefore,
    limit: number,
    after: SessionKey | null,
  ): Promise<{ readonly items: readonly Session[]; readonly remaining: number }>;
  /** The last `limit` turns before `before`, oldest first. */
  listTurns(sessionId: string, limit: number, before: number | null): Promise<readonly ListedTurn[]>;
  listFiles(sessionId: string, limit: number): Promise<readonly string[]>;
  /** The one that was seen last, by the order of writing where the times contradict it. */
  findLastSeen(sessions: readonly Session[]): Promise<Session | undefined>;
}

export interface RecordFilter extends Omit<SearchScope, 'isLiveAt' | 'isPast'> {
  readonly sessionId?: string | undefined;
  /** Records that expire by `now` count as expired. Withheld records are active only in requests for their session. */
  readonly status?: { readonly is: RecordStatus; readonly now: Instant } | undefined;
  readonly isNewestFirst?: boolean | undefined;
}

/** A text as it can be stored once: of one type, in a project or globally. */
export interface TextKey {
  /** null for a global record. */
  readonly projectId: string | null;
  readonly type: RecordType;
  readonly digest: Digest;
}

export interface RecordReader {
  findAll(ids: readonly string[]): Promise<readonly ThroughlineRecord[]>;
  /** The version of each at this time; records that did not exist yet are left out. */
  findAllAt(ids: readonly string[], at: Instant): Promise<readonly ThroughlineRecord[]>;
  /** Active records of a project, or global ones, with exactly one of these texts. */
  listActiveByDigest(
    projectId: string | null,
    type: RecordType,
    digests: readonly Digest[],
  ): Promise<readonly ThroughlineRecord[]>;
  /** The same for texts of several types and scopes, in the order of the keys. */
  listActiveByTexts(keys: readonly TextKey[]): Promise<readonly ThroughlineRecord[]>;
  /** Like `listActiveByDigest`, in any state. */
  listByDigest(
    projectId: string | null,
    type: RecordType,
    digests: readonly Digest[],
  ): Promise<readonly ThroughlineRecord[]>;
  /** Those of these that were written before the session was started or resumed at `since`, by the order of writing. */
  listWrittenBefore(ids: readonly string[], sessionId: string, since: Instant): Promise<ReadonlySet<string>>;
  /** Subjects of the live records of a type that have one. */
  listLiveSubjects(
    projectId: string,
    type: RecordType,
  ): Promise<readonly { readonly id: string; readonly subject: string }[]>;
  /** The last record of a type that each of these sessions wrote, in any state. */
  listLastOf(sessionIds: readonly string[], type: RecordType): Promise<readonly ThroughlineRecord[]>;
  /** In the order they were written, or newest first. */
  list(filter: RecordFilter, limit: number, cursor: string | null): Promise<Page<ThroughlineRecord>>;
  countBySession(
    sessionIds: readonly string[],
  ): Promise<readonly { sessionId: string; type: RecordType; status: RecordStatus; count: number }[]>;
  /**
   * Live records of the project and global ones, newest first (open loops oldest first, and the newest last): at most `limit`
   * items with at most `maxChars` characters each. The total comes from a maintained counter.
   */
  listLive(
    projectId: string,
    type: RecordType,
    limit: number,
    maxChars: number,
    now: Instant,
  ): Promise<FactList>;
  /** The same for several types, each with its own limit, with one read of the counters. */
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
  findPosition(receiptId: string): Promise<Position | undefined>;
}

interface CaptureFilter {
  readonly projectId?: string | undefined;
  readonly exceptProjectIds?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  /** Only those that wait for a review. Imported ones do not. */
  readonly isUnreviewed?: boolean | undefined;
  readonly since?: Instant | undefined;
}

/** Ids of everything that callers may name by one. */
export interface IdReader {
  /** By prefix, the ids that begin with it, in their order, at most `limit` of each. */
  listByPrefix(
    prefixes: readonly string[],
    limit: number,
    exceptProjectIds?: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** For an answer that shows these ids. It compares them with every other id of the workspace; `counted` is their number, if known.
   *  Where ids are shown, a number that is a second old will do. */
  measure(shown: readonly string[], counted?: number): Promise<IdMeasure>;
}

/** Captures, and the read positions of their transcripts. */
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
  /** The newest `limit` captures of each session, newest first. */
  listOfSessions(sessionIds: readonly string[], limit: number): Promise<readonly Capture[]>;
  /** The oldest captures, without imported ones, that are from before `keptFrom` or exceed `maxBytes` in total, except those that are cited. */
  listExpendable(keptFrom: Instant, maxBytes: number, limit: number): Promise<readonly string[]>;
  /** The oldest imported captures, by the time of the conversation, that exceed `maxBytes` in total, except those that are cited. */
  listExpendableImports(maxBytes: number, limit: number): Promise<readonly string[]>;
  findReading(sessionId: string): Promise<TranscriptReading | undefined>;
  /** How far the session's transcript was read, without what was read. */
  findPosition(sessionId: string): Promise<Pick<TranscriptReading, 'path' | 'position'> | undefined>;
  findProcess(key: string): Promise<ClientProcess | undefined>;
  listProcesses(sessionIds: readonly string[]): Promise<readonly ClientProcess[]>;
}
