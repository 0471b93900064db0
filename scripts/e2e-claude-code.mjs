// Runs test/claude-code against the real client.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchClient } from './fetch-client.mjs';
import { CLAUDE_CODE } from './real-clients.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const client = fetchClient(CLAUDE_CODE);
if (client === undefined) process.exit(0);

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const config = join('test', 'claude-code', 'vitest.config.ts');
const args = [vitest, 'run', '--root', '.', '--config', config, ...process.argv.slice(2)];
const env = {
  ...process.env,
  CLAUDE_CODE_PROGRAM: client,
  REAL_CLIENT_CLAUDE_CODE_VERSION: CLAUDE_CODE.version,
};
process.exit(spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1);
