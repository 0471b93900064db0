import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import { expect, it, onTestFinished } from 'vitest';
import { localPrincipal } from '../../src/app/caller.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { serveHttp } from '../../src/http/serve-http.ts';
import { compose } from '../../src/main/compose.ts';
import { DEFINITIONS } from '../../src/main/mcp-definitions.ts';
import { buildServer, type RequestFacts } from '../../src/mcp/build-server.ts';
import { toolWording } from '../../src/mcp/tool-wording.ts';
import { environmentIn, inputOf } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';

/** A server that takes the workspace of each call from its headers, as one with tokens does. */
async function serve() {
  const machine = environmentIn(place(), 80, [], '');
  const config = loadConfig(inputOf(machine, {}));
  const app = await compose(config, machine, false);
  const callerOf = ({ headers, clientName }: RequestFacts) => ({
    principal: localPrincipal({ workspace: headers.get('x-team') ?? 'none', readOnly: false }),
    surface: 'http',
    wording: toolWording,
    folder: null,
    client: clientName,
    clientSessionId: null,
    connection: null,
  });
  const server = await serveHttp({
    host: '127.0.0.1',
    port: 0,
    version: '0',
    log: () => undefined,
    bus: new InMemoryServerEventBus(),
    factory: () =>
      buildServer({
        version: '0',
        definitions: DEFINITIONS,
        services: app.services,
        offer: { toolsets: config.toolsets, isReadOnly: false },
        callerOf,
      }),
  });
  onTestFinished(async () => {
    await server.close();
    await app.store.close();
  });
  return server;
}

const connect = async (url: string, team: string) => {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { 'X-Team': team } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
};

it('passes the headers of each HTTP request to what establishes its principal', async () => {
  const { url } = await serve();
  const [red, blue] = await Promise.all([connect(url, 'red'), connect(url, 'blue')]);
  const project = 'shared';
  for (const [client, content] of [
    [red, 'Only red reads this.'],
    [blue, 'Only blue reads this.'],
  ] as const) {
    const stored = await client.callTool({
      name: 'store_memory',
      arguments: { project, type: 'decision', content },
    });
    expect(stored.isError, JSON.stringify(stored)).toBeFalsy();
  }
  const search = { name: 'search_memory', arguments: { project, query: 'who reads this', min_score: 0 } };
  const found = async (client: Client) => JSON.stringify(await client.callTool(search));
  expect(await found(red)).toMatch(/^(?!.*Only blue).*Only red/);
  expect(await found(blue)).toMatch(/^(?!.*Only red).*Only blue/);
});
