import { statSync } from 'node:fs';
import { type Database, openDatabase, type Row, type SqlValue, type Statement } from './driver.ts';
import { storeReplaced, translateError } from './errors.ts';

export interface ConnectionOptions {
  readonly path: string;
  readonly busyTimeoutMs: number;
}

/** How long a deletion waits for whoever still reads what was deleted. */
const PATIENCE_MS = 250;

const fileAt = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** One connection with its prepared statements. Every stdio client is its own process, so many share a file. */
export class Connection {
  readonly path: string;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #file: bigint | undefined;
  readonly #busyTimeoutMs: number;
  #owesEmptyLog = false;

  constructor({ path, busyTimeoutMs }: ConnectionOptions) {
    this.path = path;
    this.#busyTimeoutMs = Math.trunc(busyTimeoutMs);
    this.#database = this.#translated(() => openDatabase(path));
    this.#translated(() => {
      this.#database.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
      this.#database.exec('PRAGMA journal_mode = WAL');
      this.#database.exec('PRAGMA synchronous = FULL');
      this.#database.exec('PRAGMA foreign_keys = ON');
      this.#database.exec('PRAGMA trusted_schema = OFF');
      this.#database.exec('PRAGMA secure_delete = ON');
    });
    this.#file = fileAt(path);
  }

  exec(sql: string): void {
    this.#translated(() => this.#database.exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#translated(() => this.#prepared(sql).run(...values));
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#translated(() => this.#prepared(sql).get(...values));
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#translated(() => this.#prepared(sql).all(...values));
  }

  /** Takes the write lock at once: a transaction that starts by reading could find it taken when it writes. */
  transaction<Result>(work: () => Result): Result {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      // A file that was moved or deleted still takes what is written to it, and nobody would ever read it.
      if (fileAt(this.path) !== this.#file) throw storeReplaced(this.path);
      this.exec('COMMIT');
      if (this.#owesEmptyLog) this.#tryEmptyLog(0);
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** For what nobody waits for: another writer goes first, and the disk is not made to confirm it. */
  casually<Result>(work: () => Result): Result {
    this.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    this.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.transaction(work);
    } finally {
      this.exec('PRAGMA synchronous = FULL');
      this.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  /**
   * Moves the log into the store, so that the log keeps nothing of what was deleted. Whoever reads an earlier state in
   * that moment keeps it from happening: then it is tried again after each commit, and when this closes.
   */
  emptyLog(): void {
    this.#tryEmptyLog(PATIENCE_MS);
  }

  /** The prebuilt driver does not empty the log by itself; a store should be whole in its one file when nobody uses it. */
  close(): void {
    this.#statements.clear();
    this.#tryEmptyLog(this.#owesEmptyLog ? PATIENCE_MS : 0);
    this.#database.close();
  }

  #tryEmptyLog(patienceMs: number): void {
    this.#owesEmptyLog = true;
    try {
      this.#database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
      const told = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      this.#owesEmptyLog = Number(told?.busy) !== 0;
    } catch {
      // The disk refuses, or somebody else needs the log: what was written is in the log, and stays there.
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // Some failures (a full disk, for one) have already rolled back; the first error is the one to tell.
    }
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #translated<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw translateError(error, this.path);
    }
  }
}
