import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { Conversation } from '../support/hook.ts';
import { httpServerIn } from '../support/http-server.ts';
import { ROOT } from '../support/program.ts';
import { type Place, place, serverIn } from '../support/server.ts';
import type { StdioClient } from '../support/stdio-client.ts';

const PRELOAD = ['--import', pathToFileURL(join(ROOT, 'test/support/hang-reads.mjs')).href];
const PATIENCE = { timeout: 60_000, interval: 20 };

function hangingIn({ home }: Place): Record<string, string> {
  const pipe = join(home, 'pipe');
  execFileSync('mkfifo', [pipe]);
  return { HANG_ON: pipe, UV_THREADPOOL_SIZE: '1' };
}

/** A server that has captured once, and in which from now on no read of a file ends. */
async function hungServer(): Promise<{ client: StdioClient; conversation: Conversation }> {
  const here = place();
  const client = await serverIn(here, { nodeArgs: PRELOAD, env: hangingIn(here) });
  const conversation = new Conversation(here, 'a').asks('please fix the parser').says('I fixed it.');
  await client.facts('capture_now', { transcript_path: conversation.path });
  await client.facts('store_memory', { content: 'before' });
  client.process.kill('SIGUSR2');
  await vi.waitFor(() => expect(client.stderr.join('')).toContain('every read hangs'), PATIENCE);
  return { client, conversation };
}

const STOPS: readonly (readonly [string, (client: StdioClient) => unknown])[] = [
  ['stdin ends', ({ process: { stdin } }) => stdin.end()],
  ['SIGTERM is sent', ({ process: child }) => child.kill('SIGTERM')],
  ['SIGINT is sent', ({ process: child }) => child.kill('SIGINT')],
];

describe.skipIf(process.platform === 'win32')('while every read of a file hangs', () => {
  it('capture_now gives up with a code, and writes go on', async () => {
    const { client, conversation } = await hungServer();
    const capture = client.call('capture_now', { transcript_path: conversation.path });
    const stored = client.call('store_memory', { content: 'after' });
    expect(await capture).toMatchObject({ isError: true, structuredContent: { code: 'file_unavailable' } });
    expect((await stored).isError).toBeUndefined();
  });

  it.each(STOPS)('mcp ends when %s, also while a call waits', async (_, stop) => {
    const { client, conversation } = await hungServer();
    const call = client.call('capture_now', { transcript_path: conversation.path }).catch(() => undefined);
    const gone = once(client.process, 'exit');
    stop(client);
    await gone;
    await call;
  });

  it('mcp answers a call that it received before stdin ended, however long the call waits', async () => {
    const { client, conversation } = await hungServer();
    const capture = client.call('capture_now', { transcript_path: conversation.path });
    client.process.stdin.end();
    expect(await capture).toMatchObject({ isError: true, structuredContent: { code: 'file_unavailable' } });
  });

  it('serve ends when SIGTERM is sent', async () => {
    const here = place();
    const env = { ...hangingIn(here), NODE_OPTIONS: PRELOAD.join('='), HANG_AT_ONCE: '1' };
    const { process: child, url } = await httpServerIn(here, [], env);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });

  it.each(['stop', 'session-start', 'session-end', 'pre-compact'])(
    'the hook %s ends by itself',
    async (event) => {
      const here = place();
      const conversation = new Conversation(here, 'a').asks('please fix the parser').says('I fixed it.');
      await conversation.hook('session-start');
      const env = {
        ...hangingIn(here),
        NODE_OPTIONS: PRELOAD.join('='),
        HANG_AT_ONCE: '1',
        THROUGHLINE_HOOK_TIMEOUT_MS: '2000',
      };
      const { code } = await conversation.hook(event, {}, { env });
      expect([0, null]).toContain(code);
    },
  );
});

/** Ends when the test kills it or its stdin ends; until then nobody else can write. */
const lockStore = ({ home }: Place) => {
  const connection = new Connection({ path: join(home, 'store.db'), busyTimeoutMs: 5_000 });
  connection.exec('BEGIN IMMEDIATE');
  return connection;
};

describe('while another process holds the write lock', () => {
  it.each(STOPS)('mcp ends when %s, although a write waits for the lock', async (_, stop) => {
    const here = place();
    const client = await serverIn(here, { env: { THROUGHLINE_BUSY_TIMEOUT_MS: '3000' } });
    await client.facts('store_memory', { content: 'before' });
    const lock = lockStore(here);
    const call = client.call('store_memory', { content: 'waits' }).catch(() => undefined);
    const gone = once(client.process, 'exit');
    stop(client);
    await gone;
    await call;
    lock.exec('ROLLBACK');
    lock.close();
  });
});
