import { once } from 'node:events';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readNotes } from '../support/faults-notes.ts';
import { holdLock } from '../support/held-lock.ts';
import { httpServerIn } from '../support/http-server.ts';
import { type Place, place, serverIn } from '../support/server.ts';
import type { StdioClient } from '../support/stdio-client.ts';

function hold({ home }: Place): () => void {
  const release = holdLock(join(home, 'store.db'));
  onTestFinished(release);
  return release;
}

async function serverWithNote(where: Place): Promise<StdioClient> {
  const client = await serverIn(where);
  await client.facts('add_session_note', { summary: 'before' });
  return client;
}

describe('while another process holds the write lock', () => {
  it('answers reads over stdio that were sent after a write, and the write once the lock is released', async () => {
    const where = place();
    const client = await serverWithNote(where);
    const release = hold(where);
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const write = client.facts('add_session_note', { summary: 'late' }).then(note('write'));
    const reads = ['boot_report', 'get_sessions', 'list_memories', 'list_captures', 'get_session_state'];
    for (const tool of reads) await client.facts(tool).then(note(tool));
    await client.facts('search_memory', { query: 'before' }).then(note('search_memory'));
    expect(order).toEqual([...reads, 'search_memory']);
    release();
    await write;
    expect(order.at(-1)).toBe('write');
    expect((await readNotes(client)).sort()).toEqual(['before', 'late']);
  });

  it('answers /health and reads over HTTP, and the write once the lock is released', async () => {
    const where = place();
    await (await serverWithNote(where)).close();
    const { url } = await httpServerIn(where);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    onTestFinished(() => client.close());
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const release = hold(where);
    const order: string[] = [];
    const content = { content: 'late', type: 'decision', project: 'lantern' };
    const write = call('store_memory', content).then((answer) => {
      order.push('write');
      return answer;
    });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    order.push('health');
    expect(JSON.stringify(await call('boot_report', { project: 'lantern' }))).toContain('lantern');
    order.push('boot_report');
    release();
    expect((await write).isError).not.toBe(true);
    expect(order).toEqual(['health', 'boot_report', 'write']);
  });

  it('starts a server, which answers before the lock is released', async () => {
    const where = place();
    await (await serverWithNote(where)).close();
    const release = hold(where);
    const client = await serverIn(where);
    expect(await readNotes(client)).toEqual(['before']);
    release();
  });

  it.each([
    ['SIGTERM', (client: StdioClient) => void client.process.kill('SIGTERM')],
    ['SIGINT', (client: StdioClient) => void client.process.kill('SIGINT')],
    ['the end of stdin', (client: StdioClient) => void client.process.stdin.end()],
  ])('%s stops a server whose write waits, and nothing of it is written', async (_, leave) => {
    const where = place();
    const client = await serverWithNote(where);
    const release = hold(where);
    const refused = client.call('add_session_note', { summary: 'late' }).catch(() => undefined);
    // Answered only once the server has taken the write before it.
    await client.facts('get_sessions');
    const gone = once(client.process, 'exit');
    leave(client);
    await gone;
    expect(client.process.exitCode).toBe(0);
    const answer = await refused;
    if (answer !== undefined) expect(answer.structuredContent.code).toBe('store_stopping');
    release();
    expect(await readNotes(await serverIn(where))).toEqual(['before']);
  });

  it('SIGTERM stops an HTTP server whose write waits', async () => {
    const where = place();
    await (await serverWithNote(where)).close();
    const server = await httpServerIn(where);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const release = hold(where);
    const content = { content: 'late', type: 'decision', project: 'lantern' };
    const write = client.callTool({ name: 'store_memory', arguments: content }).catch(() => undefined);
    await client.callTool({ name: 'boot_report', arguments: { project: 'lantern' } });
    const gone = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await gone;
    expect(server.process.exitCode).toBe(0);
    await client.close();
    await write;
    release();
  });
});

it('six processes that write at once all get through, and each finds all it wrote', async () => {
  const where = place();
  await (await serverWithNote(where)).close();
  const clients = await Promise.all(Array.from({ length: 6 }, () => serverIn(where)));
  const texts = clients.flatMap((_, who) =>
    Array.from({ length: 20 }, (__, count) => `note ${who}.${count}`),
  );
  await Promise.all(
    texts.map((summary, index) => clients[index % 6]?.facts('add_session_note', { summary })),
  );
  const kept = await readNotes(await serverIn(where));
  expect(texts.filter((text) => !kept.includes(text))).toEqual([]);
});
