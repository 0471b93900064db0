import type { Connection } from './connection.ts';
import { storeReplaced } from './errors.ts';
import type { FileIdentity } from './file-identity.ts';
import { type LockWait, waitForLock } from './wait-for-lock.ts';

export interface WriterOptions {
  readonly connection: Connection;
  /** Open before this writes, and longer. */
  readonly reader: Connection;
  readonly files: FileIdentity;
  readonly wait: LockWait;
}

export interface TransactionOptions {
  /** For what nobody waits for: another writer goes first, and the disk is not made to confirm it. */
  readonly isCasual?: boolean;
}

/** How long what nobody waits for, and a deletion, wait for others. */
const PATIENCE_MS = 250;
const PAUSE_MS = 10;

/** The one connection that writes. It waits for the write lock between attempts, and never inside SQLite. */
export class Writer {
  /** What is read inside a transaction is read here: only this connection sees what the transaction wrote. */
  readonly connection: Connection;
  readonly #reader: Connection;
  readonly #files: FileIdentity;
  readonly #wait: LockWait;
  #owesEmptyLog = false;

  constructor({ connection, reader, files, wait }: WriterOptions) {
    this.connection = connection;
    this.#reader = reader;
    this.#files = files;
    this.#wait = wait;
  }

  /** `work` runs again from the start where the lock was not to be had. */
  async transaction<Result>(
    work: () => Result,
    { isCasual = false }: TransactionOptions = {},
  ): Promise<Result> {
    const wait = isCasual ? { ...this.#wait, waitMs: PATIENCE_MS } : this.#wait;
    try {
      const result = await waitForLock(() => this.#attempt(work, isCasual), wait);
      if (this.#owesEmptyLog) this.#tryEmptyLog();
      return result;
    } catch (error) {
      if (this.#files.isLogOnlyDeleted) this.#saveDeletedLog();
      throw error;
    }
  }

  /**
   * Moves the log into the store, so that the log keeps nothing of what was deleted. Whoever reads an earlier state in
   * that moment keeps it from happening: then it is tried again after each commit, and when this closes.
   */
  async emptyLog(): Promise<void> {
    this.#owesEmptyLog = true;
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (!this.#tryEmptyLog() && performance.now() < giveUpAt)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }

  /** The prebuilt driver does not empty the log by itself; a store should be whole in its one file when nobody uses it. */
  async close(): Promise<void> {
    if (this.#files.findReplaced() !== undefined) {
      // Closing could move a log into the store that belongs to another state of it.
      for (const connection of [this.#reader, this.connection]) connection.abandon();
      return;
    }
    if (this.#owesEmptyLog) await this.emptyLog();
    else this.#tryEmptyLog();
    this.#reader.close();
    this.connection.close();
  }

  #attempt<Result>(work: () => Result, isCasual: boolean): Result {
    // Opened now, it would create another log beside the one that others write to.
    const replaced = this.connection.isOpen ? undefined : this.#files.findReplaced();
    if (replaced !== undefined) throw storeReplaced(replaced);
    return isCasual ? this.#casually(work) : this.connection.transaction(work);
  }

  #casually<Result>(work: () => Result): Result {
    this.connection.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.connection.transaction(work);
    } finally {
      this.connection.exec('PRAGMA synchronous = FULL');
    }
  }

  #tryEmptyLog(): boolean {
    const connection = this.connection.isOpen ? this.connection : this.#reader;
    try {
      const report = connection.isOpen ? connection.get('PRAGMA wal_checkpoint(TRUNCATE)') : undefined;
      this.#owesEmptyLog = this.#owesEmptyLog && Number(report?.busy) !== 0;
    } catch {
      // The disk refuses, or somebody else needs the log: what was written is in the log, and stays there.
    }
    return !this.#owesEmptyLog;
  }

  /** What was acknowledged may stand only in the log that somebody deleted; it is moved into the store while it can be. */
  #saveDeletedLog(): void {
    try {
      if (this.#reader.isOpen) this.#reader.get('PRAGMA wal_checkpoint(FULL)');
    } catch {
      // The error that led here is the one to report.
    }
  }
}
