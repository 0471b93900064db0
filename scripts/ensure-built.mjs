// Runs before `npm start` and `npm test`: builds unless dist/ was built from exactly these sources.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-stamp.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (!isBuilt(root)) await import('./build.mjs');
