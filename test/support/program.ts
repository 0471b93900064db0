import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The built program; `npm test` builds it first. */
export const PROGRAM = join(ROOT, 'dist', 'bin.js');
