/** How long one piece of work may keep everything else in the process waiting. */
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
