import type { Instant } from '../../domain/instant.ts';
import type { BackupFile } from './backups.ts';

export interface LogExam {
  readonly bytes: number;
  readonly pageCount: number;
  /** `cut`: bytes follow the last finished transaction that belong to the log and say nothing whole. */
  readonly tail: 'whole' | 'cut' | 'unreadable';
  readonly tailBytes: number;
}

export interface TextIndexExam {
  readonly name: string;
  readonly problem: string | null;
}

export interface JournalExam {
  readonly sessionCount: number;
  readonly examinedCount: number;
  /** Ids of sessions that folding their events does not give. */
  readonly disagreeing: readonly string[];
}

export interface DamagedItem {
  /** `search text`: only the copy that search reads; it is made again from what it is a copy of. */
  readonly kind: 'record' | 'note' | 'turn' | 'capture' | 'search text';
  readonly id: string;
  readonly place: number;
}

export interface ChecksumExam {
  readonly checkedCount: number;
  readonly damaged: readonly DamagedItem[];
}

export interface UnreadableItem {
  readonly kind: string;
  readonly id: string;
  readonly columns: readonly string[];
}

export interface SchemaDifference {
  readonly kind: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  /** `unknown`: it is there, and no migration makes it. */
  readonly problem: 'missing' | 'different' | 'unknown';
}

export interface LastDelivery {
  readonly at: Instant;
  readonly to: string;
}

export interface SoundStore {
  readonly state: 'sound';
  readonly bytes: number;
  readonly version: number;
  readonly newest: number;
  readonly isFull: boolean;
  readonly differences: readonly SchemaDifference[];
  readonly wrongMigrations: readonly number[];
  readonly indexes: readonly TextIndexExam[];
  readonly wrongCounterCount: number;
  readonly checksums: ChecksumExam;
  readonly unreadable: readonly UnreadableItem[];
  readonly journal: JournalExam;
  readonly lastDelivery: LastDelivery | null;
  readonly log: LogExam | null;
}

export interface DamagedStore {
  readonly state: 'damaged';
  readonly bytes: number;
  readonly problems: readonly string[];
  readonly texts?: { readonly checksums: ChecksumExam; readonly unreadable: readonly UnreadableItem[] };
}

export type StoreExam =
  | { readonly state: 'missing' }
  /** Not ours to touch, whatever it is. */
  | { readonly state: 'foreign'; readonly what: string }
  | { readonly state: 'newer'; readonly version: number; readonly newest: number }
  | { readonly state: 'unreadable'; readonly what: string; readonly hint: string }
  | DamagedStore
  | { readonly state: 'misshapen'; readonly bytes: number; readonly differences: readonly SchemaDifference[] }
  | SoundStore;

export interface Leftover {
  readonly path: string;
  /** What a process was still writing, a copy from before a migration, a store set aside as damaged, a restore that was interrupted. */
  readonly kind: 'draft' | 'copy' | 'damaged' | 'restore';
  readonly bytes: number;
  readonly changedAt: Instant;
}

export interface RecoveredTable {
  readonly table: string;
  readonly saved: number;
  /** Rows that are known to have been there and could not be saved: never more than there were. */
  readonly lost: number;
  /** `unknown`: part of the table is gone, and nothing that is left tells how many rows were there. */
  readonly counted: 'exactly' | 'at_least' | 'unknown';
}

export interface Recovery {
  /** Where the damaged store lies now; null when nothing could be read and all was left as it is. */
  readonly aside: string | null;
  readonly tables: readonly RecoveredTable[];
  readonly remadeProjectCount: number;
}

export interface InPlaceRepair {
  readonly indexes: readonly string[];
  readonly areCountersWrong: boolean;
  readonly differences: readonly SchemaDifference[];
  readonly areMigrationsWrong: boolean;
  readonly searchTexts: readonly number[];
  /** Where a log that does not end whole is kept before it is emptied. */
  readonly keepsLog: boolean;
}

export interface StoreDoctor {
  /** Writes nothing. `isInUse`: whether another process has the store open; undefined where that cannot be known. */
  examine(options: { isFull: boolean; isInUse: boolean | undefined }): StoreExam;
  listLeftovers(): readonly Leftover[];
  /** Newest first. */
  listBackups(): readonly BackupFile[];
  /** In one transaction what is derived from the rows, then the log into the store. Answers the path of a kept log. */
  repairInPlace(mending: InPlaceRepair, now: Instant): string | null;
  /** The damaged file is renamed, never changed and never deleted; the new store has all that could be read. */
  recover(now: Instant): Recovery;
  removeDraft(path: string): void;
}

export interface PathFacts {
  readonly path: string;
  readonly isFolder: boolean;
  readonly mode: number;
  readonly owner: number;
  readonly isOwn: boolean;
  readonly isWritable: boolean;
  readonly isEnterable: boolean;
  readonly mayChangeMode: boolean;
}

export interface Unwritable {
  readonly path: string;
  readonly why: 'read_only_disk' | 'not_permitted';
}

export interface AttachedProcess {
  readonly pid: number;
  readonly name: string;
}

export interface MachineFacts {
  isFolder(path: string): boolean;
  /** Of the disk a path lies on, or would lie on; undefined where that cannot be known. */
  freeBytes(path: string): number | undefined;
  /** undefined when nothing is there, when it is a symbolic link, or where files have no permission bits. */
  look(path: string): PathFacts | undefined;
  exists(path: string): boolean;
  /** The first of these that cannot be written, found without writing. Of what is not there, the nearest folder above it counts. */
  findUnwritable(paths: readonly string[]): Unwritable | undefined;
  /** The folder, the path itself or one above it, that may not be entered; undefined when the way is open. */
  findBarrier(path: string): PathFacts | undefined;
  /** Other processes that have one of these files open; undefined where that cannot be known. */
  attachedTo(paths: readonly string[]): readonly AttachedProcess[] | undefined;
  /** Files of ours in these folders that were to be renamed when whole. */
  listTemporaries(folders: readonly string[]): readonly Leftover[];
  /** Permission bits and nothing else. */
  setMode(path: string, mode: number): void;
}
