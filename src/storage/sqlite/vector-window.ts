import type { VectorWindow } from '../../app/ports/vectors.ts';
import type { Connection } from './connection.ts';
import { createNearest } from './nearest-records.ts';
import { putVectors } from './put-vectors.ts';
import { createVectorQueue } from './vector-queue.ts';

export function createVectorWindow(connection: Connection, workspace: string): VectorWindow {
  const { worker, ...queue } = createVectorQueue(connection, workspace);
  return {
    ...queue,
    nearest: createNearest(connection, workspace),
    async put(model, rows, now) {
      return putVectors({ connection, workspace, worker: worker() }, model, rows, now);
    },
  };
}
