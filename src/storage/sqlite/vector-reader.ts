import type { VectorReader } from '../../app/ports/vectors.ts';
import type { Connections } from './connections.ts';
import { createNearest } from './nearest-records.ts';
import { putVectors } from './put-vectors.ts';
import { createVectorQueue } from './vector-queue.ts';

export function createVectorReader(connections: Connections, workspace: string): VectorReader {
  const { worker, ...queue } = createVectorQueue(connections, workspace);
  const { reader, writer, patient } = connections;
  return {
    ...queue,
    ...patient({ nearest: createNearest(reader, workspace) }),
    put(model, rows, now) {
      return putVectors({ writer, workspace, worker: worker() }, model, rows, now);
    },
  };
}
