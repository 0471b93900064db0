// `npm start`: serves in this process, and stops when npm is gone.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onNpmGone } from './on-npm-gone.mjs';

const program = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'bin.js');
if (process.env.npm_lifecycle_event === 'start') onNpmGone(() => process.emit('SIGTERM'));
process.argv.splice(1, 1, program, 'serve');
createRequire(import.meta.url)(program);
