import { statSync } from 'node:fs';
import { type Database, openDatabase, type Row, type SqlValue, type Statement } from './driver.ts';
import { storeReplaced, translateError } from './errors.ts';

export interface ConnectionOptions {
  readonly path: string;
  readonly busyTimeoutMs: number;
}

const fileAt = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** One connection with its prepared statements. Every stdio client is its own process, so many share a file. */
export class Connection {
  readonly path: string;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #file: bigint | undefined;

  constructor({ path, busyTimeoutMs }: ConnectionOptions) {
    this.path = path;
    this.#database = this.#translated(() => openDatabase(path));
    this.#translated(() => {
      this.#database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
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
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#emptyLog();
    this.#database.close();
  }

  /** The prebuilt driver does not do it when it closes; a store should be whole in its one file when nobody uses it. */
  #emptyLog(): void {
    try {
      this.#database.exec('PRAGMA busy_timeout = 0');
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Somebody else still needs the log, or the disk refuses: what was written is in the log, and stays there.
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
