import { ThroughlineError } from '../../domain/error.ts';

/** Settles early when it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** Tries again, after each of these pauses in turn, as long as the refusal has this code. */
export async function withPatience<Result>(
  code: string,
  pausesMs: readonly number[],
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ThroughlineError) || error.code !== code || signal?.aborted) throw error;
      await pause(ms, signal);
    }
  }
  return work();
}
