import type { Instant } from '../../domain/instant.ts';

/** Why a backup was made. It is part of its file name. */
export const BACKUP_REASONS = ['manual', 'daily', 'before-migration', 'before-restore'] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

export interface BackupFile {
  readonly path: string;
  readonly reason: BackupReason;
  readonly bytes: number;
  readonly madeAt: Instant;
}

export interface ProjectCounts {
  readonly workspace: string;
  readonly id: string;
  /** null: global records, and what belongs to a project whose row is missing. */
  readonly name: string | null;
  readonly sessionCount: number;
  readonly recordCount: number;
  /** When something was last written; null for an empty project. */
  readonly newestAt: Instant | null;
}

/** What a store holds, to compare it with another one. */
export interface StoreSummary {
  readonly bytes: number;
  readonly version: number;
  readonly sessionCount: number;
  readonly recordCount: number;
  readonly newestAt: Instant | null;
  readonly projects: readonly ProjectCounts[];
}

/**
 * Copies of a whole store in files, for engines that keep a store in a file. None of this opens the store for writing, and none of
 * it may run in a process that serves: it blocks, and it reads the file past the engine.
 */
export interface Backups {
  /** The folder for backups without a name. */
  readonly folder: string;
  /** Those in the folder, newest first. */
  list(): readonly BackupFile[];
  /** A free name in the folder, or in another one. */
  nameFor(reason: BackupReason, now: Instant, folder?: string): string;
  /** Bytes that a backup may take. Throws `store_missing` and `store_damaged`. */
  neededBytes(): number;
  /**
   * Writes a consistent copy while other processes write, verifies it, and only then gives it its name. Throws `backup_exists`
   * where something has that name. The file can be read by its owner only.
   */
  make(path: string): void;
  /** Throws `backup_missing`, `backup_foreign`, `backup_newer`, `backup_damaged` or `backup_unreadable`. Writes nothing. */
  readBackup(path: string): StoreSummary;
  /** undefined: there is no store, or it cannot be read. */
  readStore(): StoreSummary | undefined;
  /**
   * Replaces the store by a copy of a backup that was read before. Answers where the store that was there is now; null: there was
   * none. After a crash at any moment the next process that opens the store finds the old one or the new one, whole.
   */
  restore(path: string, now: Instant): string | null;
  remove(path: string): void;
  /** Runs `work` unless another process does the same now; undefined then. A process that dies frees the claim. */
  claimDaily<Result>(work: () => Result): Result | undefined;
}
