import { ThroughlineError } from '../../../../src/domain/error.ts';

export function refusalOf(act: () => unknown): ThroughlineError {
  try {
    act();
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
