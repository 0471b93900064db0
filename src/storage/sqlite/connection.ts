import { type Database, openDatabase, type Row, type Statement } from './driver.ts';
import { storeReplaced, storeStopping, translateError } from './errors.ts';
import { FileIdentity } from './file/store-files.ts';
import { type Inserted, type StatementText, statementOf } from './sql.ts';

export interface ConnectionOptions {
  readonly path: string;
  /** The path that errors name; by default the same. */
  readonly namedPath?: string;
  /** How long SQLite itself waits for a lock. The whole process is blocked meanwhile, so servers pass 0. */
  readonly busyTimeoutMs: number;
}

export interface Opened {
  readonly database: Database;
  /** Whether the file changed behind a connection that takes it for unchangeable. */
  readonly isOutdated?: () => boolean;
  /** It belongs to another connection, which closes it. */
  readonly isShared?: boolean;
}

const WRITING = `PRAGMA query_only = OFF;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA secure_delete = ON`;

/** `shared`: the database of another connection, which can write from now on. */
export function openForWriting({ path, busyTimeoutMs }: ConnectionOptions, shared?: Database): Opened {
  const database = shared ?? openDatabase(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeoutMs)}; ${WRITING}`);
    return { database, isShared: shared !== undefined };
  } catch (error) {
    if (shared === undefined) database.close();
    throw error;
  }
}

const MAX_REREADS = 5;

/**
 * SQLite plans by the value of a parameter that stands alone as a limit, and so compiles the statement again each time one is
 * bound, which takes longer than most of our statements run. Inside an expression the value is of no interest to it.
 */
const planForAnyLimit = (sql: string): string => sql.replaceAll(/\bLIMIT (\?\d*)/g, 'LIMIT $1 + 0');

/** One connection with its prepared statements, opened on first use. Opening that fails is tried again. */
export class Connection {
  readonly path: string;
  readonly #named: string;
  readonly #open: () => Opened;
  readonly #files: FileIdentity;
  readonly #statements = new Map<string, Statement>();
  #choose: (() => Connection | undefined) | undefined;
  #opened: Opened | undefined;
  #openCount = 0;
  #isClosed = false;

  constructor(
    options: ConnectionOptions,
    open: (options: ConnectionOptions) => Opened = openForWriting,
    files = new FileIdentity(options.path),
  ) {
    this.path = options.path;
    this.#named = options.namedPath ?? options.path;
    this.#open = () => open(options);
    this.#files = files;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  open(): void {
    this.#translated(() => this.#database());
  }

  exec(sql: string): void {
    this.#translated(() => this.#database().exec(sql));
  }

  // These three take a template, connection.get`SELECT ... WHERE id = ${id}`, or a text and its values.

  /** Returns how many rows the statement itself changed; a write whose condition did not hold returns 0. */
  run(sql: StatementText, ...values: Inserted[]): number {
    try {
      return Number(this.#execute('run', sql, values).changes);
    } catch (error) {
      throw translateError(error, this.#named);
    }
  }

  get(sql: StatementText, ...values: Inserted[]): Row | undefined {
    return this.#read('get', sql, values);
  }

  all(sql: StatementText, ...values: Inserted[]): Row[] {
    return this.#read('all', sql, values);
  }

  /**
   * As long as this is the same, so is what is read. SQLite counts the commits of others for each connection, and its own changes
   * apart from them.
   */
  dataVersion(): string {
    const other = this.#choose?.();
    if (other !== undefined) return `through ${other.dataVersion()}`;
    const row = this.get('SELECT data_version, total_changes() AS own FROM pragma_data_version');
    return `${this.#openCount} ${row?.data_version} ${row?.own}`;
  }

  /** Reads through another connection whenever `choose` names one: it may have the pages in memory that this one would have to read again. */
  readThrough(choose: () => Connection | undefined): void {
    this.#choose = choose;
  }

  /** The open database, for another connection to use. Undefined if it is not open, or cannot be written. */
  sharedDatabase(): Database | undefined {
    return this.#opened?.isOutdated === undefined ? this.#opened?.database : undefined;
  }

  /** Takes the write lock at once: a transaction that starts by reading could find it taken when it writes. */
  begin(): void {
    this.exec('BEGIN IMMEDIATE');
  }

  commit(): void {
    // Files that were moved or deleted still accept writes, which would be lost.
    const replaced = this.#files.findReplaced();
    if (replaced !== undefined) throw storeReplaced(replaced);
    this.exec('COMMIT');
  }

  rollBack(): void {
    try {
      this.#opened?.database.exec('ROLLBACK');
    } catch {
      // Some failures (a full disk, for one) have already rolled back; the first error is the one to report.
    }
  }

  transaction<Result>(work: () => Result): Result {
    this.begin();
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  /** Lets go of the files without closing them: SQLite moves the log into the store when it closes the last connection. */
  abandon(): void {
    this.#isClosed = true;
    this.#statements.clear();
    this.#opened = undefined;
  }

  #database(): Database {
    if (this.#opened !== undefined) return this.#opened.database;
    if (this.#isClosed) throw storeStopping(this.path);
    const opened = this.#open();
    this.#opened = opened;
    this.#openCount += 1;
    if (opened.isOutdated === undefined) this.#files.record();
    return opened.database;
  }

  #read<Method extends 'get' | 'all'>(
    method: Method,
    sql: StatementText,
    values: Inserted[],
  ): ReturnType<Statement[Method]> {
    const other = this.#choose?.();
    if (other !== undefined) return other.#read(method, sql, values);
    try {
      // A call makes dozens of reads, and hardly any file is taken for unchangeable.
      const isPlain = this.#opened !== undefined && this.#opened.isOutdated === undefined;
      return isPlain ? this.#execute(method, sql, values) : this.#reread(method, sql, values);
    } catch (error) {
      throw translateError(error, this.#named);
    }
  }

  /** Only a connection that takes its file for unchangeable ever reads twice. */
  #reread<Method extends 'get' | 'all'>(method: Method, sql: StatementText, values: Inserted[]) {
    const read = () => this.#execute(method, sql, values);
    for (let count = 0; ; count += 1) {
      this.#database();
      const { isOutdated } = this.#opened ?? {};
      if (isOutdated === undefined || count >= MAX_REREADS) return read();
      if (!isOutdated()) {
        try {
          const result = read();
          if (!isOutdated()) return result;
        } catch (error) {
          if (!isOutdated()) throw error;
        }
      }
      this.#drop();
    }
  }

  #drop(): void {
    this.#statements.clear();
    const opened = this.#opened;
    this.#opened = undefined;
    if (!opened?.isShared) opened?.database.close();
  }

  #execute<Method extends keyof Statement>(method: Method, given: StatementText, inserted: Inserted[]) {
    const { text, values } = statementOf(given, inserted);
    return this.#prepared(text)[method](...values) as ReturnType<Statement[Method]>;
  }

  #prepared(sql: string): Statement {
    const database = this.#database();
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(planForAnyLimit(sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  #translated<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw translateError(error, this.#named);
    }
  }
}
