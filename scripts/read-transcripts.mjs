// Reads the made-up transcripts as a hook would, and prints each derived handoff beside the one a careful person would
// have written: `node scripts/read-transcripts.mjs --name refactor-given-up`.
// Bundled in memory, because Node 20 runs no TypeScript; nothing is written beside the sources.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['scripts/read-transcripts.ts'],
  write: false,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--input-type=module', '-', ...process.argv.slice(2)], {
  cwd: root,
  input: outputFiles[0].text,
  stdio: ['pipe', 'inherit', 'inherit'],
});
process.exit(status ?? 1);
