/** How long one piece of work may keep everything else in the process waiting. */
const SLICE_MS = 8;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets everything else in the process have its turn where the slice is over; undefined while it lasts. */
export type Pause = () => Promise<void> | undefined;

/** To be called between two steps of long work. Whoever awaits only what it answers does not wait for nothing. */
export function createPause(): Pause {
  let began = performance.now();
  const begin = () => {
    began = performance.now();
  };
  return () => (performance.now() - began < SLICE_MS ? undefined : nextTurn().then(begin));
}

/** Like `map`, with pauses: nothing else in the process waits for the whole of it. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const pause = createPause();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  return results;
}
