import type { Caller } from '../app/caller.ts';
import { createFeed } from '../app/followers/feed.ts';
import { localPrincipal, type Principal } from '../app/principal.ts';
import { connectionGuide } from '../cli/connection-guide.ts';
import { CLIENTS } from '../clients/index.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import { invalid } from '../domain/error.ts';
import { serveHttp } from '../http/serve-http.ts';
import { buildServer, NO_REQUEST, type RequestFacts } from '../mcp/build-server.ts';
import { createHttpNotices } from '../mcp/resources/http-notices.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { compose } from './compose.ts';
import { flagsToTell } from './flags-to-tell.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { startEmbedding } from './start-embedding.ts';
import { withCleanLog } from './with-clean-log.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

function refuseBeyondLoopback(host: string): void {
  if (LOOPBACK.includes(host)) return;
  throw invalid(
    'host_not_loopback',
    `${host} is not a loopback address; without tokens Throughline serves this machine only.`,
    'Leave out --host, or use 127.0.0.1.',
    { allowed: LOOPBACK },
  );
}

/** Nothing is remembered between calls: a caller names its session or its project each time. */
const callerFor =
  (principal: Principal) =>
  (request: RequestFacts): Caller => ({
    principal,
    surface: 'http',
    wording: toolWording,
    folder: null,
    client: request.clientName,
    clientSessionId: null,
    connection: null,
  });

export async function startHttp(
  input: ConfigInput,
  given: ProcessEnvironment,
  version: string,
  program: string,
): Promise<void> {
  const config = loadConfig(input);
  const machine = withCleanLog(given, config);
  refuseBeyondLoopback(config.host);
  const app = await compose(config, machine, config.readOnly);
  const principal = localPrincipal(config);
  const callerOf = callerFor(principal);
  const deps = app.depsFor(principal.workspace);
  const onError = (error: unknown) =>
    machine.log(`subscriptions: ${error instanceof Error ? error.message : error}`);
  const feed = createFeed({
    store: deps.store,
    hasOtherWriters: app.store.capabilities.hasOtherWriters,
    readOff: deps.readOff,
    onError,
  });
  const context = { services: app.services, caller: callerOf(NO_REQUEST) };
  const notices = createHttpNotices(feed, context, onError);
  const server = await serveHttp({
    host: config.host,
    port: config.port,
    version,
    log: machine.log,
    bus: notices.bus,
    factory: ({ era }) =>
      buildServer({
        version,
        services: app.services,
        offer: { toolsets: config.toolsets, isReadOnly: config.readOnly },
        callerOf,
        notices: notices.of(era),
      }),
  });
  const flags = flagsToTell(config, input);
  const clients = CLIENTS.adapters;
  const { url } = server;
  for (const line of connectionGuide({ url, store: config.store, version, program, flags, clients }))
    machine.print(line);
  const embedding = await startEmbedding(deps, config, machine);
  await machine.untilStopped;
  // Nobody waits for another process any more: whoever does is refused, and the rest can end.
  app.store.stop();
  feed.close();
  await embedding?.stop();
  await server.close();
  await app.store.close();
}
