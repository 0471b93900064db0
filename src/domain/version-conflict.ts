import { conflict } from './error.ts';

/** Somebody else was quicker: whoever meets this decides again on what is there now. */
export const versionConflict = (what: string, id: string, cause?: unknown) =>
  conflict(
    'version_conflict',
    `The ${what} ${id} was changed by someone else in the meantime.`,
    'Try again; nothing was written.',
    { cause },
  );
