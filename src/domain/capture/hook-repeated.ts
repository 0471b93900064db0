import { conflict, ThroughlineError } from '../error.ts';
import { nextStep } from '../next-step.ts';

/** Said to the second of two hooks that were told of the same event: the first has done the work. */
export const hookRepeated = () =>
  conflict(
    'hook_repeated',
    'Another hook was told of this very event.',
    'Nothing needs to be done now. If hooks are installed twice, remove one of the two.',
    { next: [nextStep('doctor.run')] },
  );

export const isHookRepeated = (error: unknown): boolean =>
  error instanceof ThroughlineError && error.code === 'hook_repeated';
