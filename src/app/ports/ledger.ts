import type { Capture, CaptureContent } from '../../domain/capture/capture.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import type { Handoff } from '../../domain/handoff/handoff.ts';
import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Note } from '../../domain/note/note.ts';
import type { Receipt } from '../../domain/orientation/orientation.ts';
import type { Project } from '../../domain/project/project.ts';
import type { RecordType, ThroughlineRecord } from '../../domain/record/record.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import type { Session } from '../../domain/session/session.ts';

/** A position in the journal; later entries have higher ones. 0 is before the first. */
export type Position = number;

export interface Turn {
  readonly sessionId: string;
  readonly number: number;
  readonly at: Instant;
  readonly who: string | null;
  readonly what: string;
  readonly eventId?: string;
  /** The turn contains the agent's own words, so search indexes it. */
  readonly isSaid?: boolean;
}

export interface ClientProcess {
  /** Unique among all processes of all machines. */
  readonly key: string;
  readonly client: string;
  readonly clientSessionId: string;
  readonly sessionId: string;
  readonly at: Instant;
}

/** The changes that features add, by kind: a feature declares its own by merging them into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface FeatureChanges {}

export type FeatureChange = FeatureChanges[keyof FeatureChanges];

export type Change =
  | {
      readonly kind: 'project';
      readonly project: Project;
      readonly expectedVersion: number;
      /** Keys that find this project from now on, even if they found another one before. */
      readonly keys: readonly string[];
      /** When it was renamed. The journal stores that, not the name. */
      readonly renamedAt?: Instant;
    }
  | {
      readonly kind: 'session';
      readonly session: Session;
      readonly expectedVersion: number;
      readonly events: readonly SessionEvent[];
    }
  | {
      readonly kind: 'record';
      readonly record: ThroughlineRecord;
      readonly expectedVersion: number;
      /**
       * Refused with `version_conflict` when another record of its type and scope says the same and holds at its
       * `updatedAt`: one that is active, not withheld and not expired. A checkpoint or focus of another worktree is
       * no such record. No constraint can express this: an engine whose transactions run concurrently locks the project,
       * type and digest until the commit, before it looks.
       */
      readonly isOnlyOne?: boolean;
      /** The session whose call makes the change; the journal keeps it. */
      readonly sessionId?: string | undefined;
    }
  /**
   * Writes nothing; `version_conflict` unless the stored record still has this version. An engine whose transactions run
   * concurrently locks the row against changes until the commit.
   */
  | { readonly kind: 'unchanged'; readonly record: ThroughlineRecord }
  /** Deletes the record, all its versions and its index entries. The journal stores the deletion. */
  | { readonly kind: 'forget'; readonly record: ThroughlineRecord; readonly at: Instant }
  | { readonly kind: 'note'; readonly note: Note; readonly expectedVersion: number }
  | { readonly kind: 'turn'; readonly turn: Turn }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** Stored once; storing it again has no effect. */
  | { readonly kind: 'capture'; readonly capture: Capture; readonly content: CaptureContent }
  | {
      readonly kind: 'capture_summary';
      readonly captureId: string;
      readonly summary: string;
      readonly at: Instant;
    }
  | { readonly kind: 'capture_reviewed'; readonly captureId: string; readonly at: Instant }
  | { readonly kind: 'capture_dropped'; readonly captureId: string; readonly at: Instant }
  | { readonly kind: 'transcript_reading'; readonly reading: TranscriptReading }
  /** Throws `hook_repeated` if the digest was stored since `forgetBefore`: a client with two installations calls each hook twice. */
  | {
      readonly kind: 'hook_call';
      readonly digest: Digest;
      readonly at: Instant;
      readonly forgetBefore: Instant;
    }
  /** Replaces the row of that process. Rows older than `forgetBefore` are deleted. */
  | { readonly kind: 'client_process'; readonly process: ClientProcess; readonly forgetBefore: Instant }
  | { readonly kind: 'handoff'; readonly handoff: Handoff; readonly idempotencyKey: string | null }
  | { readonly kind: 'withhold'; readonly sessionId: string; readonly types: readonly RecordType[] }
  | {
      readonly kind: 'files';
      readonly sessionId: string;
      readonly paths: readonly string[];
      readonly at: Instant;
    }
  | FeatureChange;

export interface JournalEntry {
  readonly position: Position;
  readonly at: Instant;
  readonly stream: string;
  readonly type: string;
  readonly data: unknown;
}

interface CommitOptions {
  /** Do not wait for other writers or the disk. The write may be lost in a power failure. */
  readonly relaxedDurability?: boolean;
}

/** The only way to write. */
export interface Ledger {
  /**
   * All changes with their events, or none. Throws `version_conflict` unless each stored version equals its
   * `expectedVersion`; 0 means "must not exist yet". The statement that writes must check the version: a version that was
   * read earlier in the transaction proves nothing where transactions run concurrently. Durable when it resolves. Projects
   * that other changes name come before them. Answers the position of the last entry written.
   */
  commit(changes: readonly Change[], options?: CommitOptions): Promise<Position>;
  /** Time of the newest entry; undefined before the first. */
  lastAt(): Promise<Instant | undefined>;
  /**
   * The current end of the journal; later commits have higher positions. 0 before the first commit. Workspaces may share
   * positions, so it can be that of an entry which `read` does not return here.
   */
  end(): Promise<Position>;
  /** Entries after `position`, oldest first. Never skips one that commits later with a lower position. */
  read(position: Position, limit: number): Promise<readonly JournalEntry[]>;
}
