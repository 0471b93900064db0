import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect as connectTo, ERAS, INVALID_PARAMS, rejected } from '../support/era-client.ts';
import { httpServerIn } from '../support/http-server.ts';
import type { LineClient } from '../support/line-client.ts';
import { ROOT } from '../support/program.ts';
import { type Place, place, serverIn } from '../support/server.ts';
import { connectStdioInProcess, serverInProcess } from '../support/server-in-process.ts';
import { StdioClient } from '../support/stdio-client.ts';

type Era = keyof typeof ERAS;
const EACH_ERA = Object.keys(ERAS) as Era[];

const INTERNAL_ERROR = -32603;
const MAX = 200;
const LIST = 'the list';

const session = (id: string) => `throughline://session/${id}`;
const handoff = (id: string) => `throughline://handoff/${id}`;
const boot = (project: string) => `throughline://boot/${encodeURIComponent(project)}`;

/** The updates that a client receives, and its way of subscribing. */
function watching(era: Era, client: Client) {
  const updates: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updates.push(params.uri);
  });
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    updates.push(LIST);
  });
  const subscribe = async (...uris: string[]): Promise<() => Promise<void>> => {
    if (era === 'modern') {
      const subscription = await client.listen({ resourceSubscriptions: uris });
      expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: uris });
      return () => subscription.close();
    }
    for (const uri of uris) await client.subscribeResource({ uri });
    return async () => {
      for (const uri of uris) await client.unsubscribeResource({ uri });
    };
  };
  return { client, updates, subscribe };
}

/** The tests over HTTP run with the usual interval. */
const FAST_POLL_MODULE = pathToFileURL(join(ROOT, 'test', 'support', 'fast-poll.mjs')).href;
const FAST_POLL = { NODE_OPTIONS: `--import ${FAST_POLL_MODULE}` };

/** A server in a process of its own. */
const connectToProcess = async (era: Era, where: Place) =>
  watching(era, await connectTo(ERAS[era], where, [], FAST_POLL));

/** A server in this process that shares nothing with the one that writes but the store. */
const connect = async (era: Era, where: Place) =>
  watching(era, await connectStdioInProcess(ERAS[era], where));

const { setInterval } = globalThis;
beforeAll(() => import(FAST_POLL_MODULE));
afterAll(() => {
  globalThis.setInterval = setInterval;
});

type Updates = readonly string[];

const untilNotified = (updates: Updates, uri: string) =>
  vi.waitFor(() => expect(updates).toContain(uri), { timeout: 60_000, interval: 20 });

const startIn = async (writer: LineClient, args: Record<string, unknown> = {}): Promise<string> =>
  (await writer.facts('start_session', { resume: false, ...args })).session.session_id;

/** A project with two sessions in it, and the server that wrote them: in a process other than the one that is subscribed to. */
async function written(where: Place = place()) {
  const writer = await serverInProcess(where);
  const first = await startIn(writer, { title: 'first' });
  const { handoff_id } = await writer.facts('end_session', { checkpoint: 'one', decisions: ['so'] });
  const second = await startIn(writer, { title: 'second', predecessor_id: first });
  return { where, writer, first, second, handoffId: handoff_id as string };
}

const noteIn = (writer: LineClient, session_id: string) =>
  writer.facts('add_session_note', { session_id, summary: `noted ${Math.random()}` });

describe.each(EACH_ERA)('subscriptions over stdio in the %s era', (era) => {
  it('declares exactly the capabilities that it has', async () => {
    const { client } = await connect(era, place());
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      prompts: {},
      completions: {},
      resources: era === 'modern' ? { subscribe: true, listChanged: true } : { subscribe: true },
    });
  });

  it('notifies of what another process writes, and of nothing else', async () => {
    const { where, writer, first, second } = await written();
    const { updates, subscribe } = await connectToProcess(era, where);
    await subscribe(session(second), session(first));
    await startIn(writer, { project: 'elsewhere' });
    await writer.facts('store_memory', { content: 'of another project', project: 'elsewhere' });
    await noteIn(writer, second);
    await untilNotified(updates, session(second));
    expect(new Set(updates)).toEqual(new Set([session(second)]));
  });

  it('notifies of a handoff, its session and orientation when one of its records changes', async () => {
    const { where, writer, first, second, handoffId } = await written();
    const { updates, subscribe } = await connect(era, where);
    const uris = [handoff(handoffId), session(first), boot('lantern')];
    await subscribe(...uris, session(second));
    const { memories } = await writer.facts('list_memories', { session_id: first, type: 'decision' });
    const [{ id }] = memories;
    await startIn(writer, { project: 'elsewhere' });
    await writer.facts('update_memory', { id, content: 'so it is' });
    for (const uri of uris) await untilNotified(updates, uri);
    expect(new Set(updates)).toEqual(new Set(uris));
  });

  it('notifies of an orientation when its project or a global record changes, under the URI that was subscribed to', async () => {
    const { where, writer, second } = await written();
    await startIn(writer, { project: 'Elsewhere' });
    const { updates, subscribe } = await connect(era, where);
    const [here, there] = [boot('LANTERN'), boot('elsewhere')];
    await subscribe(here, there);
    await writer.facts('store_memory', { content: 'for one', project: 'elsewhere', session_id: second });
    await untilNotified(updates, there);
    expect(updates).not.toContain(here);
    await writer.facts('store_memory', { content: 'for all', project: null, session_id: second });
    await untilNotified(updates, here);
  });

  it('notifies of the orientation of a new project when its first session starts', async () => {
    const where = place();
    const { updates, subscribe } = await connect(era, where);
    await subscribe(boot('lantern'));
    await startIn(await serverInProcess(where));
    await untilNotified(updates, boot('lantern'));
  });

  it('notifies of a record that another process deleted', async () => {
    const { where, writer, first, handoffId } = await written();
    const { memories } = await writer.facts('list_memories', { session_id: first, type: 'decision' });
    const { updates, subscribe } = await connect(era, where);
    await subscribe(handoff(handoffId));
    await writer.facts('delete_memory', { id: memories[0].id });
    await untilNotified(updates, handoff(handoffId));
  });

  it('notifies of what this process itself writes', async () => {
    const { where, second } = await written();
    const { client, updates, subscribe } = await connect(era, where);
    await subscribe(session(second));
    for (let count = 1; count <= 5; count += 1) {
      await client.callTool({
        name: 'add_session_note',
        arguments: { session_id: second, summary: `note ${count}` },
      });
      await vi.waitFor(() => expect(updates).toHaveLength(count), { timeout: 60_000, interval: 5 });
    }
  });

  it('notifies once of a change, however often it was subscribed to', async () => {
    const { where, writer, first, second } = await written();
    const { updates, subscribe } = await connect(era, where);
    await subscribe(session(second));
    if (era === 'legacy') await subscribe(session(second));
    await subscribe(session(first));
    await noteIn(writer, second);
    await untilNotified(updates, session(second));
    // Found at a later look, which would have repeated what came before.
    await noteIn(writer, first);
    await untilNotified(updates, session(first));
    expect(updates).toEqual([session(second), session(first)]);
  });

  it('does not notify of what was written before the subscription', async () => {
    const { where, writer, first, second } = await written();
    const { updates, subscribe } = await connect(era, where);
    await subscribe(session(first));
    await noteIn(writer, second);
    await subscribe(session(second));
    await noteIn(writer, first);
    await untilNotified(updates, session(first));
    expect(updates).toEqual([session(first)]);
  });

  it('stops when it is unsubscribed, and can be subscribed to again', async () => {
    const { where, writer, first, second } = await written();
    const { updates, subscribe } = await connect(era, where);
    const unsubscribe = await subscribe(session(second));
    await subscribe(session(first));
    await noteIn(writer, second);
    await untilNotified(updates, session(second));
    await unsubscribe();
    updates.length = 0;
    await noteIn(writer, second);
    await noteIn(writer, first);
    await untilNotified(updates, session(first));
    expect(updates).toEqual([session(first)]);
    await subscribe(session(second));
    await noteIn(writer, second);
    await untilNotified(updates, session(second));
  });

  it('does not notify of what was not subscribed to', async () => {
    const { where, writer, first, second } = await written();
    const { client, updates, subscribe } = await connect(era, where);
    await client.listResources();
    await client.readResource({ uri: session(second) });
    await noteIn(writer, second);
    await startIn(writer);
    await subscribe(session(first));
    await noteIn(writer, second);
    await startIn(writer);
    await noteIn(writer, first);
    await untilNotified(updates, session(first));
    // Found at a later look, so that the updates of all earlier looks have arrived.
    await noteIn(writer, first);
    await vi.waitFor(() => expect(updates.length).toBeGreaterThan(1), { timeout: 60_000, interval: 20 });
    expect(updates).toEqual([session(first), session(first)]);
  });

  it('refuses missing resources and malformed URIs as reading does', async () => {
    const { where, second } = await written();
    const { client, subscribe } = await connect(era, where);
    const uris = ['throughline://session/ses_nobody', 'throughline://boot/nowhere', 'https://example.com/'];
    for (const uri of uris) {
      const error = await rejected(subscribe(uri));
      expect(error, uri).toBeInstanceOf(ResourceNotFoundError);
      expect(error, uri).toMatchObject({ code: INVALID_PARAMS, data: { uri } });
    }
    expect(await rejected(subscribe('boot'))).toMatchObject({
      code: INVALID_PARAMS,
      data: { code: 'resource_uri_malformed' },
    });
    await subscribe(session(second));
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it(`accepts ${MAX} subscriptions on a connection, and refuses more until one is closed`, async () => {
    const { where, writer, first, second } = await written();
    const { updates, subscribe } = await connect(era, where);
    // The same resource under many addresses: each is a subscription of its own.
    const spelled = (count: number) =>
      session([...first].map((char, at) => ((count >> at) & 1 ? percent(char) : char)).join(''));
    const percent = (char: string) => `%${char.charCodeAt(0).toString(16)}`;
    const unsubscribe = await subscribe(session(second));
    await subscribe(...Array.from({ length: MAX - 1 }, (_, count) => spelled(count)));
    const error = await rejected(subscribe(spelled(MAX)));
    expect(error).toMatchObject({ code: INTERNAL_ERROR, data: { code: 'too_many_subscriptions' } });
    await unsubscribe();
    await subscribe(spelled(MAX));
    await noteIn(writer, first);
    await untilNotified(updates, spelled(MAX));
    await untilNotified(updates, spelled(7));
  });
});

describe('subscriptions over stdio in the modern era', () => {
  it('sends list changes to subscribers of the list, only for their own project', async () => {
    const { where, writer, second } = await written();
    const { client, updates, subscribe } = await connect('modern', where);
    const subscription = await client.listen({ resourcesListChanged: true, toolsListChanged: true });
    expect(subscription.honoredFilter).toEqual({ resourcesListChanged: true, toolsListChanged: true });
    await subscribe(session(second), boot('lantern'));
    await startIn(writer, { project: 'elsewhere' });
    await noteIn(writer, second);
    await untilNotified(updates, session(second));
    expect(updates).not.toContain(LIST);
    await startIn(writer, { project: 'lantern' });
    await untilNotified(updates, LIST);
    await subscription.close();
    updates.length = 0;
    await startIn(writer, { project: 'lantern', title: 'another' });
    await untilNotified(updates, boot('lantern'));
    expect(updates).not.toContain(LIST);
  });
});

describe('a server whose client goes away while it is subscribed', () => {
  const ENVELOPE = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };

  /** Neither the next look at the journal nor the limit for stopping comes within the time of a test. */
  const env = { NODE_OPTIONS: `--import ${join(ROOT, 'test', 'support', 'endless-timers.mjs')}` };

  const exitCode = async (client: StdioClient) => {
    client.process.stdin.end();
    const [code] = await once(client.process, 'close');
    return code;
  };

  it('exits without waiting for a timer in the legacy era', async () => {
    const { where, second } = await written();
    const client = await serverIn(where, { env });
    await client.request('resources/subscribe', { uri: session(second) });
    expect(await exitCode(client)).toBe(0);
    expect(client.stderr.join('')).toBe('');
  });

  it('exits without waiting for a timer in the modern era', async () => {
    const { where, second } = await written();
    const client = new StdioClient({ home: where.home, cwd: where.project, env });
    onTestFinished(() => client.kill());
    const lines: string[] = [];
    client.process.stdout.on('data', (chunk) => lines.push(String(chunk)));
    const notifications = { resourceSubscriptions: [session(second)] };
    const params = { notifications, _meta: ENVELOPE };
    client.send({ jsonrpc: '2.0', id: 'all', method: 'subscriptions/listen', params });
    await vi.waitFor(() => expect(lines.join('')).toContain('subscriptions/acknowledged'), 60_000);
    expect(await exitCode(client)).toBe(0);
    expect(client.stderr.join('')).toBe('');
  });
});

describe('subscriptions over HTTP', () => {
  const connectOverHttp = async (era: Era, where: Place) => {
    const server = await httpServerIn(where);
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    onTestFinished(() => client.close());
    return { server, ...watching(era, client) };
  };

  it('declares no subscriptions to the legacy era', async () => {
    const { client } = await connectOverHttp('legacy', place());
    expect(client.getServerCapabilities()?.resources).toEqual({});
    expect(await rejected(client.subscribeResource({ uri: boot('x') }))).toBeInstanceOf(Error);
  });

  it('notifies a modern client of what another process writes, on its open stream', async () => {
    const { where, writer, first, second, handoffId } = await written();
    const { client, updates, subscribe } = await connectOverHttp('modern', where);
    expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true, listChanged: true });
    const unsubscribe = await subscribe(session(second), boot('lantern'));
    await noteIn(writer, first);
    await noteIn(writer, second);
    await untilNotified(updates, session(second));
    expect(new Set(updates)).toEqual(new Set([session(second)]));
    await startIn(writer, { project: 'lantern' });
    await untilNotified(updates, boot('lantern'));
    await unsubscribe();
    updates.length = 0;
    await client.listen({ resourceSubscriptions: [handoff(handoffId)], resourcesListChanged: true });
    await noteIn(writer, second);
    await startIn(writer, { project: 'elsewhere' });
    await untilNotified(updates, LIST);
    expect(new Set(updates)).toEqual(new Set([LIST]));
    const { memories } = await writer.facts('list_memories', { session_id: first, type: 'decision' });
    await writer.facts('delete_memory', { id: memories[0].id });
    await untilNotified(updates, handoff(handoffId));
  });

  it('stops when asked to, even with open streams', async () => {
    const { where, second } = await written();
    const { server, subscribe } = await connectOverHttp('modern', where);
    await subscribe(session(second));
    server.process.kill('SIGTERM');
    await once(server.process, 'close');
    expect(server.process.exitCode).toBe(0);
  });
});
