import { newFixtureWithStore, type SqliteFixture } from './sqlite-fixture.ts';
import { openWorkerStore } from './worker/open-worker-store.ts';

/** A real file whose store runs in a thread each time it is opened. */
export function newWorkerFixture(): Promise<SqliteFixture> {
  let count = 0;
  return newFixtureWithStore((file) => {
    count += 1;
    return openWorkerStore({ file, seed: `store ${count}`, secret: file.path });
  });
}
