import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The tests with real clients, on a machine that has none yet. */
async function fetchFrom(registry: string) {
  const home = join(tempFolder(), 'home');
  mkdirSync(home);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    npm_config_registry: registry,
    npm_config_fetch_timeout: '2000',
    npm_config_fetch_retries: '0',
  };
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'e2e-clients.mjs'), '--smoke', 'codex'], {
    env,
  });
  const out: string[] = [];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  const [exitCode] = await once(child, 'close');
  return { exitCode, stdout: out.join('') };
}

async function openRegistry(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('skips a client that the registry does not offer, with one line and exit code 0', async () => {
  const registry = await openRegistry((_, response) => void response.writeHead(404).end('{}'));
  expect(await fetchFrom(registry)).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^e2e: skipped Codex\. The registry does not offer Codex [\d.]+ for this machine\.\n$/,
    ),
  });
});

it.each([
  ['that never answers', () => openRegistry(() => undefined)],
  ['that cannot be reached', async () => 'http://127.0.0.1:9'],
])('skips a client of a registry %s, with one line and exit code 0', async (_, open) => {
  expect(await fetchFrom(await open())).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^e2e: skipped Codex\. Codex [\d.]+ could not be fetched from the registry \(\w+\)\.\n$/,
    ),
  });
});
