import type { Handoff } from '../../domain/handoff/handoff.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Note } from '../../domain/note/note.ts';
import type { Receipt } from '../../domain/orientation/receipt.ts';
import type { Project } from '../../domain/project/project.ts';
import type { RecordType, ThroughlineRecord } from '../../domain/record/record.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import type { Session } from '../../domain/session/session.ts';

/** A place in the journal; later entries have higher ones. 0 is before the first. */
export type Position = number;

export interface Turn {
  readonly sessionId: string;
  readonly number: number;
  readonly at: Instant;
  readonly who: string | null;
  readonly what: string;
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
       * `updatedAt`: one that is active, not withheld and not expired.
       */
      readonly isOnlyOne?: boolean;
    }
  /** The record, all its versions and what the index holds of it; the journal keeps that it was deleted. */
  | { readonly kind: 'forget'; readonly record: ThroughlineRecord; readonly at: Instant }
  | { readonly kind: 'note'; readonly note: Note; readonly expectedVersion: number }
  | { readonly kind: 'turn'; readonly turn: Turn }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
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

/** The one write door. */
export interface CommitOptions {
  /** How long to wait for another writer, where what is written is not worth the usual wait. */
  readonly patienceMs?: number;
}

export interface Ledger {
  /**
   * All changes with their events, or none. Throws `version_conflict` unless each stored version equals its
   * `expectedVersion`; 0 means "must not exist yet". Durable when it resolves. Projects that other changes
   * name come before them. Answers the position of the last entry written.
   */
  commit(changes: readonly Change[], options?: CommitOptions): Promise<Position>;
  /** When the newest entry happened; undefined before the first. */
  lastAt(): Promise<Instant | undefined>;
  /** Where the journal ends now: whatever is committed from here on stands after it. 0 while it is empty. */
  end(): Promise<Position>;
  /** Entries after `position`, oldest first. Never skips one that commits later with a lower position. */
  read(position: Position, limit: number): Promise<readonly JournalEntry[]>;
}
