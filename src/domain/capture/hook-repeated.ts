import { conflict, ThroughlineError } from '../error.ts';

/** Said to the second of two hooks that were told of the same event: the first has done the work. */
export const hookRepeated = () =>
  conflict(
    'hook_repeated',
    'Another hook was told of this very event.',
    'Nothing more is to be done; throughline doctor tells where hooks are installed twice.',
  );

export const isHookRepeated = (error: unknown): boolean =>
  error instanceof ThroughlineError && error.code === 'hook_repeated';
