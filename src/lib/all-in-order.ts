/**
 * Waits for all of them, and then throws what the first in order threw. `Promise.all` would throw what failed first in time, so the
 * refusal would depend on how long each of them took.
 */
export async function allInOrder<Value>(waiting: readonly Promise<Value>[]): Promise<readonly Value[]> {
  await Promise.allSettled(waiting);
  return Promise.all(waiting);
}
