import { invalid } from '../error.ts';
import type { Seen, Visibility } from './entity.ts';

/** Whoever names characters means `private`; nobody is named where all or none may see. */
export function visibilityOf(
  given: {
    readonly visibility?: Visibility | undefined;
    readonly private_to?: readonly string[] | undefined;
  },
  otherwise: Visibility,
): Visibility {
  const names = given.private_to ?? [];
  if (names.length === 0) return given.visibility ?? otherwise;
  if (given.visibility === undefined || given.visibility === 'private') return 'private';
  throw invalid(
    'private_to_without_private',
    `\`private_to\` names characters, but \`visibility\` is ${given.visibility}.`,
    'Pass `visibility` "private", or leave out `private_to`. Nothing was written.',
    { fields: [{ field: 'private_to', problem: 'goes with visibility private only' }] },
  );
}

export const seenAs = (seen: Seen, visibility: Visibility | undefined): Seen =>
  visibility === undefined
    ? seen
    : { visibility, private_to: visibility === 'private' ? seen.private_to : [] };
