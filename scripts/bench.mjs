// Builds the benchmark beside its sources and runs it: `npm run bench -- start growth`.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outfile = join(root, 'bench', '.build', 'run.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['bench/run.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['@photostructure/sqlite', 'vitest'],
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
process.exit(
  spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1,
);
