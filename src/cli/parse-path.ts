import { resolve } from 'node:path';

/** As typed, seen from where the command was run; a ~ that the shell left is no folder, and is refused later. */
export const parsePath = (given: string): string => (given.startsWith('~') ? given : resolve(given));
