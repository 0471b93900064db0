/**
 * Waits for all of them, and then throws what the first in order threw. `Promise.all` would throw what failed first in time, so the
 * refusal would depend on how long each of them took.
 */
export async function allInOrder<Value>(waiting: readonly Promise<Value>[]): Promise<readonly Value[]> {
  await Promise.allSettled(waiting);
  return Promise.all(waiting);
}

/** Runs each task after the one before has settled. */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** How long one piece of work may block the event loop. */
const SLICE_MS = 8;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * To be called between two steps of long work. Returns undefined while the slice lasts. Once it is over, returns a promise
 * that resolves after the event loop has served everything else.
 */
export type Pause = () => Promise<void> | undefined;

export function createPause(): Pause {
  let began = performance.now();
  const begin = () => {
    began = performance.now();
  };
  return () => (performance.now() - began < SLICE_MS ? undefined : nextTurn().then(begin));
}

/** Like `map`, but pauses after each slice. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const pause = createPause();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    // Awaiting undefined would cost a turn of the microtask queue for each item.
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  return results;
}
