import type { VectorReader, VectorRow } from '../../app/ports/vectors.ts';
import { type Instant, plusMs } from '../../domain/instant.ts';
import type { Connections } from './connections.ts';
import type { Row } from './driver.ts';
import { createNearest } from './nearest-records.ts';
import { bytesOf, signCode } from './vector-codes.ts';
import { createVectorQueue, WORKER_MS } from './vector-queue.ts';
import type { Writer } from './writer.ts';

interface Target {
  readonly writer: Writer;
  readonly workspace: string;
  readonly worker: string;
}

/**
 * Takes as many stamps as there are rows, if the store still embeds with this model. A stamp is never given twice, so that
 * a reader that has read up to a stamp finds all later ones above it. The store's vectors must be comparable: where the
 * endpoint now gives longer ones, all are computed again.
 */
function takeStamps(
  { writer: { connection }, workspace, worker }: Target,
  model: string,
  rows: readonly VectorRow[],
  now: Instant,
): Row | undefined {
  const dimension = rows[0]?.vector.length ?? null;
  const [progress] = connection.all`UPDATE vector_progress SET stamp = stamp + ${rows.length},
      dimension = coalesce(${dimension}, dimension),
      backlog = iif(dimension IS NULL OR dimension IS coalesce(${dimension}, dimension), backlog,
        (SELECT coalesce(max(seq), 0) FROM records)),
      worker_until = iif(worker = ${worker}, ${plusMs(now, WORKER_MS)}, worker_until)
    WHERE workspace = ${workspace} AND model = ${model} RETURNING stamp, worker`;
  return progress;
}

/** Nothing where the record is gone, or its text has changed: then it is still in the queue. */
function putRow(
  { writer: { connection }, workspace }: Target,
  model: string,
  stamp: number,
  row: VectorRow,
): void {
  const { recordId, version, digest, vector } = row;
  const [stored] = connection.all`INSERT INTO record_vectors
      (seq, workspace, model, dimension, stamp, digest, code, vector)
    SELECT seq, workspace, ${model}, ${vector.length}, ${stamp}, ${digest}, ${signCode(vector)}, ${bytesOf(vector)}
    FROM records WHERE workspace = ${workspace} AND id = ${recordId} AND version = ${version}
    ON CONFLICT (seq) DO UPDATE SET model = excluded.model, dimension = excluded.dimension, stamp = excluded.stamp,
      digest = excluded.digest, code = excluded.code, vector = excluded.vector
    RETURNING seq`;
  if (stored?.seq === undefined) return;
  connection.run`DELETE FROM vector_queue WHERE workspace = ${workspace} AND seq = ${stored.seq}`;
}

/** Answers whether this process is still the one who embeds. */
function putVectors(
  target: Target,
  model: string,
  rows: readonly VectorRow[],
  now: Instant,
): Promise<boolean> {
  const put = () => {
    const progress = takeStamps(target, model, rows, now);
    if (progress === undefined) return false;
    const first = Number(progress.stamp) - rows.length + 1;
    for (const [index, row] of rows.entries()) putRow(target, model, first + index, row);
    return progress.worker === target.worker;
  };
  return target.writer.transaction(put, { relaxedDurability: true });
}

export function createVectorReader(connections: Connections, workspace: string): VectorReader {
  const { worker, ...queue } = createVectorQueue(connections, workspace);
  const { reader, writer, retrying } = connections;
  return {
    ...queue,
    ...retrying({ nearest: createNearest(reader, workspace) }),
    put(model, rows, now) {
      return putVectors({ writer, workspace, worker: worker() }, model, rows, now);
    },
  };
}
