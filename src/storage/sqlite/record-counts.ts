import { type Insertion, insertRows } from './batches.ts';
import type { Connection } from './connection.ts';

const INTO_COUNTS: Insertion = {
  into: 'INSERT INTO record_counts (workspace, project_id, type, state, count)',
  behind: `ON CONFLICT (workspace, project_id, type, state)
   DO UPDATE SET count = record_counts.count + excluded.count`,
};

/** Counters kept in step with the records, so that showing a count never means counting. */
export class RecordCounts {
  readonly #connection: Connection;
  readonly #workspace: string;
  readonly #deltas = new Map<string, { projectId: string; type: string; state: string; delta: number }>();

  constructor(connection: Connection, workspace: string) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  add(projectId: string, type: string, state: string, delta: number): void {
    const key = `${projectId}\n${type}\n${state}`;
    const known = this.#deltas.get(key);
    if (known === undefined) this.#deltas.set(key, { projectId, type, state, delta });
    else known.delta += delta;
  }

  save(): void {
    const changed = [...this.#deltas.values()].filter(({ delta }) => delta !== 0);
    insertRows(
      this.#connection,
      INTO_COUNTS,
      changed.map(({ projectId, type, state, delta }) => [this.#workspace, projectId, type, state, delta]),
    );
  }
}
