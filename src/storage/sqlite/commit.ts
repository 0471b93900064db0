import type { Change } from '../../app/ports/ledger.ts';
import { type Insertion, insertRows, MAX_ROWS } from './batches.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';

interface JournalEvent {
  readonly type: string;
  readonly at: string;
}

const INTO_JOURNAL: Insertion = { into: 'INSERT INTO journal (workspace, at, stream, type, data)' };

const INTO_COUNTS: Insertion = {
  into: 'INSERT INTO record_counts (workspace, project_id, type, state, count)',
  behind: `ON CONFLICT (workspace, project_id, type, state)
   DO UPDATE SET count = record_counts.count + excluded.count`,
};

/** A commit that is being written. Journal entries and counters are written together, because statements are expensive. */
export class Commit {
  readonly connection: Connection;
  readonly workspace: string;
  #entries: SqlValue[][] = [];
  readonly #counts = new Map<string, { projectId: string; type: string; state: string; delta: number }>();

  constructor(connection: Connection, workspace: string) {
    this.connection = connection;
    this.workspace = workspace;
  }

  log<Event extends JournalEvent>(stream: string, { type, at, ...data }: Event): void {
    this.#entries.push([this.workspace, at, stream, type, JSON.stringify(data)]);
  }

  /** So many more records of this state; `projectId` is empty for records of all projects. */
  count(projectId: string, type: string, state: string, delta: number): void {
    const key = `${projectId}\n${type}\n${state}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { projectId, type, state, delta });
    else known.delta += delta;
  }

  /** To be called between two parts of a long commit, so that none of its steps takes long. */
  saveIfMany(): void {
    if (this.#entries.length >= MAX_ROWS) this.#saveEntries();
  }

  save(): void {
    this.#saveEntries();
    const rows = [...this.#counts.values()]
      .filter(({ delta }) => delta !== 0)
      .map(({ projectId, type, state, delta }) => [this.workspace, projectId, type, state, delta]);
    insertRows(this.connection, INTO_COUNTS, rows);
  }

  #saveEntries(): void {
    insertRows(this.connection, INTO_JOURNAL, this.#entries);
    this.#entries = [];
  }
}

export type ChangeWriters<Kind extends Change['kind']> = {
  readonly [One in Kind]: (commit: Commit, change: Extract<Change, { kind: One }>) => void;
};
