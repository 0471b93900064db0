import { ThroughlineError } from '../domain/error.ts';

const ATTEMPTS = 60;
const MAX_PAUSE_MS = 40;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isVersionConflict = (error: unknown) =>
  error instanceof ThroughlineError && error.code === 'version_conflict';

/** Load, decide, commit; when someone else committed in between, decide again on what is there now. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isVersionConflict(error) || attempt >= ATTEMPTS) throw error;
      await pause(Math.min(attempt, MAX_PAUSE_MS));
    }
  }
}
