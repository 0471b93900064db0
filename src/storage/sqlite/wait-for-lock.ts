import { ThroughlineError } from '../../domain/error.ts';
import { storeStopping } from './errors.ts';

export interface LockWait {
  readonly path: string;
  readonly waitMs: number;
  /** Aborted when the process is asked to stop. */
  readonly signal: AbortSignal;
  /** As of `performance.now()`: nothing waits beyond it. */
  readonly deadline?: number;
  /** Whether it is known that the lock will be held for long; asked after each attempt. */
  readonly isInVain?: () => boolean;
}

const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 25;

export const isBusy = (error: unknown): boolean =>
  error instanceof ThroughlineError && error.code === 'store_busy';

/** Resolves after the pause, or as soon as the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });

/**
 * Tries until it succeeds or fails for another reason than a lock, without keeping the process from anything else.
 * The pauses are random, so that of many processes none is always a moment too late; and short, so that who has
 * waited long does not try less often than who has just come.
 */
export async function waitForLock<Result>(
  attempt: () => Result | Promise<Result>,
  wait: LockWait,
): Promise<Result> {
  const { path, waitMs, signal, deadline = Number.POSITIVE_INFINITY } = wait;
  const giveUpAt = Math.min(performance.now() + waitMs, deadline);
  for (let most = FIRST_PAUSE_MS; ; most = Math.min(most * 2, MAX_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (signal.aborted) throw storeStopping(path);
      if (performance.now() >= giveUpAt || wait.isInVain?.() === true) throw error;
    }
    await pause(Math.min(1 + Math.random() * most, Math.max(0, giveUpAt - performance.now())), signal);
  }
}

/** The same for each method of a reader: whoever opens or closes the store may hold it for a moment. */
export function waitingReads<Reader extends object>(reader: Reader, wait: LockWait): Reader {
  const methods = Object.entries(reader).map(([name, read]) => [
    name,
    (...args: unknown[]) => waitForLock(() => read.apply(reader, args), wait),
  ]);
  return Object.fromEntries(methods) as Reader;
}
