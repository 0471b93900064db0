// Runs test/real-clients: `node scripts/e2e-clients.mjs [--smoke | --only=TITLE] [CLIENT…]`. Each client runs in a home of its own, against a
// model API on loopback. Where the machine allows it there is no network, and nothing that a client started outlives the run.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchClient } from './fetch-client.mjs';
import { CLAUDE_CODE, REAL_CLIENTS } from './real-clients.mjs';

/** The part of every client's tests that is played before anything lands. */
const SMOKE = 'start, kill and restart';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2);
const isSmoke = words.includes('--smoke');
const only = isSmoke ? SMOKE : words.find((word) => word.startsWith('--only='))?.slice('--only='.length);
const names = words.filter((word) => !word.startsWith('-'));
/** Work that passes from one client to the next. It needs several of them, so it runs only with all. */
const ACROSS = 'across-clients';
const unknown = names.filter((name) => !REAL_CLIENTS.some((client) => client.name === name));
if (unknown.length > 0) {
  process.stderr.write(`e2e: no such client: ${unknown.join(', ')}\n`);
  process.exit(2);
}

const found = REAL_CLIENTS.filter(({ name }) => names.length === 0 || names.includes(name)).flatMap(
  (client) => {
    const program = fetchClient(client);
    return program === undefined ? [] : [{ ...client, program }];
  },
);
if (found.length === 0) process.exit(0);

const claudeCode = names.length === 0 && !isSmoke ? fetchClient(CLAUDE_CODE) : undefined;
const tests = [...found.map(({ name }) => name), ...(claudeCode === undefined ? [] : [ACROSS])];

const ISOLATED = ['unshare', '-n', '-p', '-f', '--kill-child', '--mount-proc', 'sh', '-c'];
const LOOPBACK = 'ip link set lo up && exec "$@"';

function canIsolate() {
  const [command, ...args] = ISOLATED;
  return spawnSync(command, [...args, LOOPBACK, 'sh', 'true']).status === 0;
}

const isIsolated = canIsolate();
if (!isIsolated)
  process.stdout.write('e2e: this machine cannot take the network away, so the clients run with it.\n');

const test = [
  process.execPath,
  join(root, 'node_modules', 'vitest', 'vitest.mjs'),
  ...['run', '--root', '.', '--config', join('test', 'real-clients', 'vitest.config.ts')],
  ...(only === undefined ? [] : ['-t', only]),
  ...tests.map((name) => join('test', 'real-clients', `${name}.test.ts`)),
];
const [command, ...args] = isIsolated ? [...ISOLATED, LOOPBACK, 'sh', ...test] : test;
const programs = found.flatMap(({ name, program, version }) => {
  const variable = `REAL_CLIENT_${name.toUpperCase().replaceAll('-', '_')}`;
  return [
    [variable, program],
    [`${variable}_VERSION`, version],
  ];
});
const env = {
  ...process.env,
  ...Object.fromEntries(programs),
  ...(claudeCode === undefined ? {} : { CLAUDE_CODE_PROGRAM: claudeCode }),
};
process.exit(spawnSync(command, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1);
