import { createPause, type Pause } from '../../lib/concurrency.ts';
import type { Connection } from './connection.ts';
import { storeBusy, storeReplaced } from './errors.ts';
import { type FileIdentity, sizeOf, syncFile } from './file/store-files.ts';
import { type LockWait, waitForLock } from './file/wait-for-lock.ts';

/** When a commit is on disk: before it returns, or when the writer is closed. */
export type Synchronous = 'FULL' | 'NORMAL';

interface WriterOptions {
  readonly connection: Connection;
  /** Open before this writes, and longer. */
  readonly reader: Connection;
  readonly files: FileIdentity;
  readonly wait: LockWait;
  readonly synchronous?: Synchronous;
}

interface TransactionOptions {
  /** For writes that no caller waits for: other writers go first, and the disk does not have to confirm the write. */
  readonly relaxedDurability?: boolean;
}

/** May pause between two steps. Other calls are answered meanwhile, and none of them can write. */
export type Work<Result> = (pause: Pause) => Result | Promise<Result>;

/** How long writes with relaxed durability, and the truncation of the log, wait for other processes. */
const SHORT_WAIT_MS = 250;
const PAUSE_MS = 10;
/** SQLite's own default: with a commit that makes the log longer, it moves the log into the store. */
const MAX_LOG_PAGES = 1_000;
/** A process that makes one call has two seconds for it, and SQLite moves a log as a whole. A longer one is left to a process that has the time. */
const MAX_MOVED_BYTES = 16 * 2 ** 20;
/** A transaction of so many steps writes a long log. An ordinary handoff takes about ten. */
const MIN_LARGE_STEPS = 40;

/** The one connection that writes. It waits for the write lock between attempts, and never inside SQLite. */
export class Writer {
  /** What is read inside a transaction is read here: only this connection sees what the transaction wrote. */
  readonly connection: Connection;
  readonly #reader: Connection;
  readonly #files: FileIdentity;
  readonly #wait: LockWait;
  readonly #synchronous: Synchronous;
  #owesTruncatedWal = false;
  /** The transaction that is open; settles when it is over, however it ends. */
  #running: Promise<void> | undefined;
  #hasPaused = false;

  constructor({ connection, reader, files, wait, synchronous = 'FULL' }: WriterOptions) {
    this.connection = connection;
    this.#reader = reader;
    this.#files = files;
    this.#wait = wait;
    this.#synchronous = synchronous;
  }

  /** Settles when the transaction that is open now is over; undefined if none is. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** For reading, if it is open and no transaction is: it would show what is not committed yet. */
  get idleConnection(): Connection | undefined {
    return this.connection.isOpen && this.#running === undefined ? this.connection : undefined;
  }

  /** `work` runs again from the start where the lock was not to be had. */
  async transaction<Result>(work: Work<Result>, { relaxedDurability = false }: TransactionOptions = {}) {
    const wait = relaxedDurability
      ? { ...this.#wait, waitMs: SHORT_WAIT_MS, shouldGiveUp: () => this.#hasPaused }
      : { ...this.#wait, findTransaction: () => this.#running };
    try {
      const result = await waitForLock(() => this.#attempt(work, relaxedDurability), wait);
      if (this.#owesTruncatedWal) this.#tryTruncateWal();
      return result;
    } catch (error) {
      if (this.#files.isLogOnlyDeleted) this.#saveDeletedLog();
      throw error;
    }
  }

  /** Moves the log into the store, so that it keeps nothing deleted. If a reader prevents it, it is tried again later. */
  async truncateWal(): Promise<void> {
    this.#owesTruncatedWal = true;
    const giveUpAt = performance.now() + SHORT_WAIT_MS;
    while (!this.#tryTruncateWal() && !this.#leavesLog && performance.now() < giveUpAt)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }

  /** The prebuilt driver does not empty the log by itself. A store that no process uses should be complete in its one file. */
  async close(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    // Closing could move a log into the store that belongs to another state of it.
    if (this.#files.findReplaced() !== undefined) return this.#abandon();
    if (this.#owesTruncatedWal) await this.truncateWal();
    else this.#tryTruncateWal();
    if (this.#synchronous === 'NORMAL' && this.connection.isOpen) this.#syncLog();
    this.#reader.close();
    this.connection.close();
  }

  #abandon(): void {
    for (const connection of [this.#reader, this.connection]) connection.abandon();
  }

  async #attempt<Result>(work: Work<Result>, relaxedDurability: boolean): Promise<Result> {
    if (this.#running !== undefined) throw storeBusy(this.connection.path);
    // Opened now, it would create another log beside the one that others write to.
    const replaced = this.connection.isOpen ? undefined : this.#files.findReplaced();
    if (replaced !== undefined) throw storeReplaced(replaced);
    let isOver = () => {};
    this.#running = new Promise((resolve) => {
      isOver = resolve;
    });
    try {
      return await (relaxedDurability ? this.#withRelaxedDurability(work) : this.#run(work));
    } finally {
      this.#running = undefined;
      this.#hasPaused = false;
      isOver();
    }
  }

  async #run<Result>(work: Work<Result>): Promise<Result> {
    if (this.#leavesLog) this.connection.exec('PRAGMA wal_autocheckpoint = 0');
    this.connection.begin();
    try {
      const slices = createPause();
      let stepCount = 0;
      // Once the process is asked to stop, a transaction that has begun is finished without a pause.
      const pause = () => {
        stepCount += 1;
        const paused = this.#wait.signal.aborted ? undefined : slices();
        if (paused !== undefined) this.#hasPaused = true;
        return paused;
      };
      const result = await work(pause);
      if (stepCount >= MIN_LARGE_STEPS) await this.#commitLarge(pause);
      else this.connection.commit();
      await pause();
      return result;
    } catch (error) {
      this.connection.rollBack();
      throw error;
    }
  }

  /** SQLite would move a long log into the store within COMMIT. Others have their turn between the two. */
  async #commitLarge(pause: Pause): Promise<void> {
    const { connection } = this;
    connection.exec('PRAGMA wal_autocheckpoint = 0');
    try {
      connection.commit();
    } finally {
      if (!this.#leavesLog) connection.exec(`PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}`);
    }
    await pause();
    if (!this.#leavesLog) this.#moveLog();
  }

  async #withRelaxedDurability<Result>(work: Work<Result>): Promise<Result> {
    this.connection.exec('PRAGMA synchronous = NORMAL');
    try {
      return await this.#run(work);
    } finally {
      this.connection.exec(`PRAGMA synchronous = ${this.#synchronous}`);
    }
  }

  /** What another process kept from being moved into the store is still in the log. */
  #syncLog(): void {
    if (sizeOf(this.#log) > 0) syncFile(this.#log);
  }

  get #leavesLog(): boolean {
    return this.#synchronous === 'NORMAL' && sizeOf(this.#log) > MAX_MOVED_BYTES;
  }

  get #log(): string {
    return `${this.connection.path}-wal`;
  }

  /** As far as readers allow it. What stays in the log is moved with a later commit. */
  #moveLog(): void {
    try {
      this.connection.get('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // The commit is durable in the log.
    }
  }

  #tryTruncateWal(): boolean {
    if (this.#running !== undefined || this.#leavesLog) return !this.#owesTruncatedWal;
    const connection = this.connection.isOpen ? this.connection : this.#reader;
    try {
      const report = connection.isOpen ? connection.get('PRAGMA wal_checkpoint(TRUNCATE)') : undefined;
      this.#owesTruncatedWal = this.#owesTruncatedWal && Number(report?.busy) !== 0;
    } catch {
      // The disk refuses, or another process needs the log. What was written stays in the log.
    }
    return !this.#owesTruncatedWal;
  }

  /** Acknowledged writes may exist only in the deleted log. They are moved into the store while that is possible. */
  #saveDeletedLog(): void {
    try {
      if (this.#reader.isOpen) this.#reader.get('PRAGMA wal_checkpoint(FULL)');
    } catch {
      // The error that led here is the one to report.
    }
  }
}
