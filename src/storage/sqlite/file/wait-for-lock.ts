import { hasCode } from '../../../domain/error.ts';
import { abortablePause } from '../../../lib/concurrency.ts';
import type { StopSignal } from '../../../lib/stopper.ts';
import { type Database, openDatabase } from '../driver.ts';
import { storeStopping, translateError } from '../errors.ts';

export interface LockWait {
  readonly path: string;
  readonly waitMs: number;
  /** Aborted when the process is asked to stop. */
  readonly signal: StopSignal;
  /** As of `performance.now()`: nothing waits beyond it. */
  readonly deadline?: number;
  /** Whether the lock is known to be held for long. Asked after each attempt. */
  readonly shouldGiveUp?: () => boolean;
  /** The transaction of this process that is open. It is certain to end, so the time it takes does not count as waiting. */
  readonly findTransaction?: () => Promise<void> | undefined;
}

const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 25;

export const isBusy = (error: unknown) => hasCode(error, 'store_busy');

/**
 * Tries until it succeeds or fails for another reason than a lock, without keeping the process from anything else.
 * The pauses are random, so that no process is always a moment too late, and short, so that a process that has waited
 * long tries as often as one that has just started to wait.
 */
export async function waitForLock<Result>(attempt: () => Result | Promise<Result>, wait: LockWait) {
  const { path, waitMs, signal, deadline = Number.POSITIVE_INFINITY } = wait;
  let giveUpAt = Math.min(performance.now() + waitMs, deadline);
  for (let most = FIRST_PAUSE_MS; ; most = Math.min(most * 2, MAX_PAUSE_MS)) {
    for (let running = wait.findTransaction?.(); running !== undefined; running = wait.findTransaction?.()) {
      const since = performance.now();
      await running;
      giveUpAt = Math.min(giveUpAt + performance.now() - since, deadline);
    }
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (signal.aborted) throw storeStopping(path);
      if (performance.now() >= giveUpAt || wait.shouldGiveUp?.() === true) throw error;
    }
    await abortablePause(
      Math.min(1 + Math.random() * most, Math.max(0, giveUpAt - performance.now())),
      signal,
    );
  }
}

type Read = (...args: unknown[]) => Promise<unknown>;

/**
 * Retries each method of a reader, because a process that opens or closes the store holds its lock for a moment. What `findObstacle`
 * returns refuses the read. Where the reader shows what is not committed yet, `findTransaction` returns the transaction to wait for.
 */
export function retryReads<Reader extends object>(
  reader: Reader,
  wait: LockWait,
  findObstacle: () => unknown,
  findTransaction: () => Promise<void> | undefined = () => undefined,
): Reader {
  const methods = Object.entries(reader).map(([name, read]: [string, Read]) => {
    const call = (...args: unknown[]): Promise<unknown> => {
      const running = findTransaction();
      if (running !== undefined) return running.then(() => call(...args));
      const obstacle = findObstacle();
      if (obstacle !== undefined) return Promise.reject(obstacle);
      const again = (error: unknown) => {
        if (!isBusy(error)) throw error;
        return waitForLock(() => read.apply(reader, args), wait);
      };
      // Hardly any read finds a lock in its way, and a call makes dozens of them.
      return read.apply(reader, args).catch(again);
    };
    return [name, call];
  });
  return Object.fromEntries(methods) as Reader;
}

/**
 * Runs `work` while no other process holds the lock of this name; undefined if one does. SQLite's own lock on an empty file: the
 * system frees it when the process dies, however it dies. The file stays, because a process that waits may have it open.
 */
export function whileLocked<Result>(path: string, waitMs: number, work: () => Result): Result | undefined {
  let lock: Database | undefined;
  try {
    lock = openDatabase(path);
    lock.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE`);
  } catch (error) {
    lock?.close();
    const translated = translateError(error, path);
    if (isBusy(translated)) return undefined;
    throw translated;
  }
  try {
    return work();
  } finally {
    lock.exec('ROLLBACK');
    lock.close();
  }
}
