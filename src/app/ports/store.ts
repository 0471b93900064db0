import type { BackupFile } from './backups.ts';
import type { Ledger } from './ledger.ts';
import type {
  CaptureReader,
  HandoffReader,
  IdReader,
  NoteReader,
  ProjectReader,
  ReceiptReader,
  RecordReader,
  SessionReader,
} from './readers.ts';
import type { SearchIndex } from './search-index.ts';
import type { VectorReader } from './vectors.ts';

/** The readers that features add: a feature declares its own by merging them into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface FeatureReaders {}

export interface Store extends FeatureReaders {
  readonly ledger: Ledger;
  readonly ids: IdReader;
  readonly projects: ProjectReader;
  readonly sessions: SessionReader;
  readonly records: RecordReader;
  readonly notes: NoteReader;
  readonly handoffs: HandoffReader;
  readonly receipts: ReceiptReader;
  readonly captures: CaptureReader;
  readonly search: SearchIndex;
  readonly vectors: VectorReader;
}

/** Differences between engines. Code branches on these, never on the name of an engine. */
export interface StoreCapabilities {
  /** Other processes can write to the same store, so a follower of its journal has to poll for their entries. */
  readonly hasOtherWriters: boolean;
  /** A store is a file, of which a verified copy can be made and put back. */
  readonly hasFileBackups: boolean;
}

export interface OpenStore {
  readonly capabilities: StoreCapabilities;
  /**
   * The same object for the same id. Nothing of a workspace can be read or changed through another one. Refuses an id with
   * U+0000 or a lone surrogate.
   */
  workspace(id: string): Store;
  /** Newest first; empty where the engine keeps a store in no file. */
  listBackups(): readonly BackupFile[];
  /**
   * From now on no call waits for a lock that another process holds: those that wait are refused with `store_stopping`,
   * and nothing of them is written. Reading goes on. The first thing to call when the process is asked to stop.
   */
  stop(): void;
  /** Stops as well. What was acknowledged is durable already. */
  close(): Promise<void>;
}
