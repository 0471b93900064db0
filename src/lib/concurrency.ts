import type { StopSignal } from './stopper.ts';

/** Waits for all, then throws the first error in order, so that a refusal does not depend on timing. */
export async function allInOrder<Value>(waiting: readonly Promise<Value>[]): Promise<readonly Value[]> {
  await Promise.allSettled(waiting);
  return Promise.all(waiting);
}

/** For a read that is started before it is known whether it is needed: its error counts only where it is awaited. */
export function startEarly<Value>(started: Promise<Value>): Promise<Value> {
  started.catch(() => undefined);
  return started;
}

export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Resolves after the pause, or as soon as the signal is aborted. */
export const abortablePause = (ms: number, signal?: StopSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });

/** How long one piece of work may block the event loop. */
const SLICE_MS = 8;

export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Call it between two steps of long work: once the slice is over, it returns a promise that lets others run. */
export type Pause = () => Promise<void> | undefined;

export function createPause(): Pause {
  let began = performance.now();
  const begin = () => {
    began = performance.now();
  };
  return () => (performance.now() - began < SLICE_MS ? undefined : nextTurn().then(begin));
}

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
