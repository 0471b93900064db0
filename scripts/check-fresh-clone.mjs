// Clones the repository into an empty folder with an empty HOME, runs `npm start`, and checks that it answers and stops.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'throughline-fresh-'));
const clone = join(folder, 'throughline');
const home = join(folder, 'home');
const DEADLINE_MS = 300_000;

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

async function untilHealthy(url, child) {
  for (const started = Date.now(); Date.now() - started < DEADLINE_MS; ) {
    if (child.exitCode !== null) throw new Error(`npm start exited with ${child.exitCode}`);
    const health = await fetch(`${url}/health`).then(
      (response) => response.json(),
      () => undefined,
    );
    if (health?.status === 'ok') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('npm start did not answer in time');
}

async function listTools(url) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  const text = await response.text();
  if (!text.includes('"start_session"'))
    throw new Error(`tools/list answered ${response.status}: ${text.slice(0, 300)}`);
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of its processes have ended.
  }
}

let child;
try {
  mkdirSync(home);
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  child = spawn('npm', ['start', '--', '--port', String(port)], {
    cwd: clone,
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  child.stdout.pipe(process.stdout);
  await untilHealthy(url, child);
  await listTools(url);
  // npm alone gets the signal, and its output ends when the server has ended as well.
  const stopped = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await stopped;
  process.stdout.write('fresh clone: npm start answered and stopped\n');
} finally {
  if (child !== undefined && !child.stdout.closed) endGroup(child.pid);
  rmSync(folder, { recursive: true, force: true });
}
