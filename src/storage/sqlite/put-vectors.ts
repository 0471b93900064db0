import type { VectorRow } from '../../app/ports/vectors.ts';
import { type Instant, plusMs } from '../../domain/instant.ts';
import type { Row } from './driver.ts';
import { bytesOf } from './vector-bytes.ts';
import { signCode } from './vector-codes.ts';
import { WORKER_MS } from './vector-queue.ts';
import type { Writer } from './writer.ts';

interface Target {
  readonly writer: Writer;
  readonly workspace: string;
  readonly worker: string;
}

/** The store's vectors must be comparable: where the endpoint now gives longer ones, all are made anew. */
function noteDimension(
  { writer: { connection }, workspace }: Target,
  progress: Row,
  dimension: number,
): void {
  if (progress.dimension === dimension) return;
  connection.run(
    `UPDATE vector_progress SET dimension = ?, backlog = iif(dimension IS NULL, backlog,
       (SELECT coalesce(max(seq), 0) FROM records)) WHERE workspace = ?`,
    dimension,
    workspace,
  );
}

/** Nothing where the record is gone, or says something else by now: then it is still in the queue. */
function putRow(
  { writer: { connection }, workspace }: Target,
  model: string,
  stamp: number,
  row: VectorRow,
): void {
  const stored = connection.get(
    'SELECT seq FROM records WHERE workspace = ? AND id = ? AND version = ?',
    workspace,
    row.recordId,
    row.version,
  );
  if (stored?.seq === undefined) return;
  connection.run(
    `INSERT INTO record_vectors (seq, workspace, model, dimension, stamp, digest, code, vector)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (seq) DO UPDATE SET model = excluded.model, dimension = excluded.dimension, stamp = excluded.stamp,
       digest = excluded.digest, code = excluded.code, vector = excluded.vector`,
    stored.seq,
    workspace,
    model,
    row.vector.length,
    stamp,
    row.digest,
    signCode(row.vector),
    bytesOf(row.vector),
  );
  connection.run('DELETE FROM vector_queue WHERE workspace = ? AND seq = ?', workspace, stored.seq);
}

/** Answers whether this process is still the one who embeds. */
export function putVectors(
  target: Target,
  model: string,
  rows: readonly VectorRow[],
  now: Instant,
): Promise<boolean> {
  const { writer, workspace, worker } = target;
  const { connection } = writer;
  const put = () => {
    const progress = connection.get('SELECT * FROM vector_progress WHERE workspace = ?', workspace);
    if (progress?.model !== model) return false;
    if (rows[0] !== undefined) noteDimension(target, progress, rows[0].vector.length);
    // Never given twice, so that whoever has read up to a stamp finds all that came since above it.
    const stamp = Number(progress.stamp);
    for (const [index, row] of rows.entries()) putRow(target, model, stamp + index + 1, row);
    const isMine = progress.worker === worker;
    connection.run(
      'UPDATE vector_progress SET stamp = ?, worker_until = iif(worker = ?, ?, worker_until) WHERE workspace = ?',
      stamp + rows.length,
      worker,
      plusMs(now, WORKER_MS),
      workspace,
    );
    return isMine;
  };
  return writer.transaction(put, { isCasual: true });
}
