import type { Branch, Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity } from '../../domain/campaign/entity.ts';
import type { CampaignEvent } from '../../domain/campaign/event.ts';
import type { Patch } from '../../domain/campaign/patch.ts';
import type { Capture, CaptureContent } from '../../domain/capture/capture.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import type { Handoff } from '../../domain/handoff/handoff.ts';
import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Note } from '../../domain/note/note.ts';
import type { Receipt } from '../../domain/orientation/receipt.ts';
import type { Project } from '../../domain/project/project.ts';
import type { RecordType, ThroughlineRecord } from '../../domain/record/record.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import type { Session } from '../../domain/session/session.ts';
import type { KeyedAnswer, StoredPatch } from './campaign-reader.ts';

/** A place in the journal; later entries have higher ones. 0 is before the first. */
export type Position = number;

export interface Turn {
  readonly sessionId: string;
  readonly number: number;
  readonly at: Instant;
  readonly who: string | null;
  readonly what: string;
  /** The event of a campaign that it is. */
  readonly eventId?: string;
  /** What somebody said, and not what a call wrote down elsewhere: search finds it. */
  readonly isSaid?: boolean;
}

/** Which session a running process of a client plays. */
export interface ClientProcess {
  /** Tells one process from all others of all machines. */
  readonly key: string;
  readonly client: string;
  readonly clientSessionId: string;
  readonly sessionId: string;
  readonly at: Instant;
}

export type Change =
  | {
      readonly kind: 'project';
      readonly project: Project;
      readonly expectedVersion: number;
      /** Keys it is found by from now on, whoever was found by them before. */
      readonly keys: readonly string[];
      /** It has another name from this moment; the journal tells that, not the name. */
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
  /** The record, all its versions and what the index holds of it; the journal keeps that it was deleted. */
  | { readonly kind: 'forget'; readonly record: ThroughlineRecord; readonly at: Instant }
  | { readonly kind: 'note'; readonly note: Note; readonly expectedVersion: number }
  | { readonly kind: 'turn'; readonly turn: Turn }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** Kept once, whoever keeps it again. */
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
  /** `hook_repeated` if it came since `forgetBefore`: a client that was told of us twice calls each hook twice. */
  | {
      readonly kind: 'hook_call';
      readonly digest: Digest;
      readonly at: Instant;
      readonly forgetBefore: Instant;
    }
  /** Takes the place of what was known of that process; older ones than `forgetBefore` are forgotten. */
  | { readonly kind: 'client_process'; readonly process: ClientProcess; readonly forgetBefore: Instant }
  | CampaignChange
  | CampaignArrival
  | { readonly kind: 'handoff'; readonly handoff: Handoff; readonly idempotencyKey: string | null }
  | { readonly kind: 'withhold'; readonly sessionId: string; readonly types: readonly RecordType[] }
  | {
      readonly kind: 'files';
      readonly sessionId: string;
      readonly paths: readonly string[];
      readonly at: Instant;
    };

export interface JournalEntry {
  readonly position: Position;
  readonly at: Instant;
  /** The id of what it happened to. */
  readonly stream: string;
  readonly type: string;
  readonly data: unknown;
}

/**
 * A campaign with all that one call does to it; `expectedVersion` is that of the campaign, 0 for a new one. A new one, also
 * one that is imported, is refused with `version_conflict` if another campaign of the workspace has a name that people would
 * take for the same. No constraint can express this: an engine whose transactions run concurrently lets only one transaction
 * at a time create a campaign in a workspace.
 */
export interface CampaignChange {
  readonly kind: 'campaign';
  readonly campaign: Campaign;
  readonly expectedVersion: number;
  /** What the journal calls it. */
  readonly event:
    | 'campaign.saved'
    | 'campaign.turn'
    | 'campaign.changed'
    | 'campaign.event'
    | 'campaign.rewound';
  /** Begun or moved on by this call. */
  readonly branches: readonly Branch[];
  /** As they are now. */
  readonly entities: readonly Entity[];
  /** Ids of entities whose making was undone. */
  readonly unmade: readonly string[];
  /** To be kept under the present branch and turn; none for a rewind, which only undoes and does again. */
  readonly patches: readonly Patch[];
  readonly events: readonly CampaignEvent[];
  /** The first of these events was asked for under this key; `version_conflict` if it stands for another already. */
  readonly keyed?: KeyedAnswer & { readonly key: Digest };
}

/** A campaign that comes whole from elsewhere; `version_conflict` if anything of it is here already. */
export interface CampaignArrival {
  readonly kind: 'campaign_arrival';
  readonly campaign: Campaign;
  readonly branches: readonly Branch[];
  /** In the order they were made, as all that follows. */
  readonly entities: readonly Entity[];
  readonly patches: readonly StoredPatch[];
  readonly events: readonly CampaignEvent[];
  readonly at: Instant;
}

export interface CommitOptions {
  /** Not worth a wait, neither for another writer nor for the disk: after a power cut it may be gone. */
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
  /** When the newest entry happened; undefined before the first. */
  lastAt(): Promise<Instant | undefined>;
  /**
   * Where the journal ends now: whatever is committed from here on stands after it. 0 before the first commit. Workspaces may
   * share the positions, so it can be that of an entry which `read` does not return here.
   */
  end(): Promise<Position>;
  /** Entries after `position`, oldest first. Never skips one that commits later with a lower position. */
  read(position: Position, limit: number): Promise<readonly JournalEntry[]>;
}
