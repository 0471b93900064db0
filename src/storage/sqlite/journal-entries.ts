import { type Insertion, insertRows, MAX_ROWS } from './batches.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';

export interface Happened {
  readonly type: string;
  readonly at: string;
}

const INTO_JOURNAL: Insertion = { into: 'INSERT INTO journal (workspace, at, stream, type, data)' };

/** The journal entries of one commit, in their order. They are written together, because each statement costs more than a row. */
export class JournalEntries {
  readonly #connection: Connection;
  readonly #workspace: string;
  #rows: SqlValue[][] = [];

  constructor(connection: Connection, workspace: string) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  add(stream: string, { type, at, ...data }: Happened): void {
    this.#rows.push([this.#workspace, at, stream, type, JSON.stringify(data)]);
  }

  /** To be called between two parts of a long commit, so that none of its steps takes long. */
  saveIfMany(): void {
    if (this.#rows.length >= MAX_ROWS) this.save();
  }

  save(): void {
    insertRows(this.#connection, INTO_JOURNAL, this.#rows);
    this.#rows = [];
  }
}
