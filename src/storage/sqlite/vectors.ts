import type { VectorReader, VectorRow } from '../../app/ports/vectors.ts';
import { type Instant, plusMs } from '../../domain/instant.ts';
import type { Connections } from './connections.ts';
import { createNearest } from './nearest-records.ts';
import { bytesOf, signCode } from './vector-codes.ts';
import { createVectorQueue, WORKER_MS } from './vector-queue.ts';

export function createVectorReader(connections: Connections, workspace: string): VectorReader {
  const { worker, ...queue } = createVectorQueue(connections, workspace);
  const { reader, writer, retrying } = connections;
  const { connection } = writer;

  /**
   * Takes as many stamps as there are rows, if the store still embeds with this model. A stamp is never given twice, so that
   * a reader that has read up to a stamp finds all later ones above it. The store's vectors must be comparable: where the
   * endpoint now gives longer ones, all are computed again.
   */
  const takeStamps = (model: string, rows: readonly VectorRow[], now: Instant) => {
    const dimension = rows[0]?.vector.length ?? null;
    const [progress] = connection.all`UPDATE vector_progress SET stamp = stamp + ${rows.length},
        dimension = coalesce(${dimension}, dimension),
        backlog = iif(dimension IS NULL OR dimension IS coalesce(${dimension}, dimension), backlog,
          (SELECT coalesce(max(seq), 0) FROM records)),
        worker_until = iif(worker = ${worker()}, ${plusMs(now, WORKER_MS)}, worker_until)
      WHERE workspace = ${workspace} AND model = ${model} RETURNING stamp, worker`;
    return progress;
  };

  /** Does nothing if the record is gone, or its text has changed: then it is still in the queue. */
  const putRow = (model: string, stamp: number, { recordId, version, digest, vector }: VectorRow): void => {
    const [stored] = connection.all`INSERT INTO record_vectors
        (seq, workspace, model, dimension, stamp, digest, code, vector)
      SELECT seq, workspace, ${model}, ${vector.length}, ${stamp}, ${digest}, ${signCode(vector)}, ${bytesOf(vector)}
      FROM records WHERE workspace = ${workspace} AND id = ${recordId} AND version = ${version}
      ON CONFLICT (seq) DO UPDATE SET model = excluded.model, dimension = excluded.dimension, stamp = excluded.stamp,
        digest = excluded.digest, code = excluded.code, vector = excluded.vector
      RETURNING seq`;
    if (stored?.seq === undefined) return;
    connection.run`DELETE FROM vector_queue WHERE workspace = ${workspace} AND seq = ${stored.seq}`;
  };

  return {
    ...queue,
    ...retrying({ nearest: createNearest(reader, workspace) }),
    put(model, rows, now) {
      const put = () => {
        const progress = takeStamps(model, rows, now);
        if (progress === undefined) return false;
        const first = Number(progress.stamp) - rows.length + 1;
        for (const [index, row] of rows.entries()) putRow(model, first + index, row);
        return progress.worker === worker();
      };
      return writer.transaction(put, { relaxedDurability: true });
    },
  };
}
