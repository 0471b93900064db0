import { hasCode } from '../domain/error.ts';

const ATTEMPTS = 60;
const MAX_PAUSE_MS = 40;

/** Load, decide, commit; when someone else committed in between, decide again on what is there now. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'version_conflict') || attempt >= ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(attempt, MAX_PAUSE_MS)));
    }
  }
}
