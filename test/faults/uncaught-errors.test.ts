import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { httpServerIn } from '../support/http-server.ts';
import { ROOT } from '../support/program.ts';
import { place, serverIn } from '../support/server.ts';

const PRELOAD = ['--import', pathToFileURL(join(ROOT, 'test/support/throw-on-signal.mjs')).href];
const PATIENCE = { timeout: 60_000, interval: 20 };

const bothLogged = (log: readonly string[]) =>
  vi.waitFor(() => {
    expect(log.join('')).toContain('uncaught error: Error: thrown where nothing catches it');
    expect(log.join('')).toContain('uncaught error: Error: rejected where nothing handles it');
  }, PATIENCE);

describe.skipIf(process.platform === 'win32')('an error that nothing catches', () => {
  it('is logged by mcp, which goes on and writes', async () => {
    const client = await serverIn(place(), { nodeArgs: PRELOAD });
    await client.facts('store_memory', { content: 'before' });
    client.process.kill('SIGUSR2');
    await bothLogged(client.stderr);
    expect(await client.facts('store_memory', { content: 'after' })).toMatchObject({ is_new: true });
    await client.close();
    expect(client.process.exitCode).toBe(0);
  });

  it('is logged by serve, which goes on and answers', async () => {
    const { process: child, url } = await httpServerIn(place(), [], { NODE_OPTIONS: PRELOAD.join('=') });
    const log: string[] = [];
    child.stderr?.on('data', (chunk) => log.push(String(chunk)));
    child.kill('SIGUSR2');
    await bothLogged(log);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(child.exitCode).toBeNull();
  });
});
