// Reads the made-up projects as the next session would: `node scripts/read-projects.mjs --project payments-api --brief`.
// Bundled in memory, because Node 20 runs no TypeScript; nothing is written beside the sources.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['scripts/read-projects.ts'],
  write: false,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['@photostructure/sqlite'],
  // Paths are found from where a source file lies; the bundle lies nowhere.
  define: {
    'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'test', 'support', 'program.ts')).href),
  },
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--input-type=module', '-', ...process.argv.slice(2)], {
  cwd: root,
  input: outputFiles[0].text,
  stdio: ['pipe', 'inherit', 'inherit'],
});
process.exit(status ?? 1);
