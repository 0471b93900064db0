import type { Caller } from '../app/caller.ts';
import { renderConnectionGuide } from '../cli/commands/serve.ts';
import { CLIENTS } from '../clients/index.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import { invalid } from '../domain/error.ts';
import { serveHttp } from '../http/serve-http.ts';
import { NO_REQUEST, type RequestFacts } from '../mcp/build-server.ts';
import { createHttpNotices } from '../mcp/resources/http-notices.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { flagsForClients } from './client-place.ts';
import { openServer } from './open-server.ts';
import { listPastConversations } from './past-conversations.ts';
import type { ProcessEnvironment } from './process-environment.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

function refuseBeyondLoopback(host: string): void {
  if (LOOPBACK.includes(host)) return;
  throw invalid(
    'host_not_loopback',
    `${host} is not a loopback address. Throughline serves this machine only.`,
    'Leave out --host, or use 127.0.0.1.',
    { allowed: LOOPBACK },
  );
}

export async function startHttp(
  input: ConfigInput,
  environment: ProcessEnvironment,
  version: string,
  program: string,
): Promise<void> {
  const config = loadConfig(input);
  const { host, port, store } = config;
  refuseBeyondLoopback(host);
  const server = await openServer(config, environment, version);
  const { log, principal, services, feed, onFeedError } = server;
  /** Nothing is remembered between calls: a caller names its session or its project each time. */
  const callerOf = ({ clientName: client }: RequestFacts): Caller => ({
    principal,
    surface: 'http',
    wording: toolWording,
    folder: null,
    client,
    clientSessionId: null,
    connection: null,
  });
  const notices = createHttpNotices(feed, { services, caller: callerOf(NO_REQUEST) }, onFeedError);
  const { url, close } = await serveHttp({
    host,
    port,
    version,
    log,
    bus: notices.bus,
    factory: ({ era }) => server.build(callerOf, notices.of(era)),
  });
  const flags = flagsForClients(config, input);
  const clients = CLIENTS.adapters;
  const isEmpty = (await services.listProjects(callerOf(NO_REQUEST))).length === 0;
  const past = isEmpty ? await listPastConversations(environment) : [];
  for (const line of renderConnectionGuide({ url, store, version, program, flags, clients, past }))
    environment.print(line);
  await server.serveUntil(environment.untilStopped, close);
}
