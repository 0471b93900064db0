import { ThroughlineError } from '../../../src/domain/error.ts';

/** The code of the refusal, or what came back instead of one. */
export function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof ThroughlineError) return `${error.kind}: ${error.code}`;
    throw error;
  }
}
