import { seededRandom } from '../../../src/campaign/domain/dice/random.ts';

export interface ShuffledQueue {
  add(work: () => void): void;
  /** Runs at once what was added so far. */
  flush(): void;
}

/** Runs what is added later and in another order, so that nobody can rely on the order. The seed decides the order. */
export function shuffledQueue(seed: string): ShuffledQueue {
  const random = seededRandom(seed);
  const waiting: (() => void)[] = [];
  let isScheduled = false;
  const runOne = () => {
    const [work] = waiting.splice(random.below(waiting.length), 1);
    work?.();
  };
  const schedule = () => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      // Every other turn of the event loop runs nothing on average, so that what is added later can be first.
      if (waiting.length > 0 && random.below(2) === 0) runOne();
      schedule();
    });
  };
  return {
    add(work) {
      waiting.push(work);
      schedule();
    },
    flush() {
      while (waiting.length > 0) runOne();
    },
  };
}
