import { setImmediate as nextTurn } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Binding, Caller } from '../app/caller.ts';
import { CLIENTS } from '../clients/index.ts';
import type { Config } from '../config/schema.ts';
import { NO_REQUEST, type RequestFacts } from '../mcp/build-server.ts';
import { createStdioNotices } from '../mcp/resources/stdio-notices.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { PendingRequests } from '../mcp/watch-transport.ts';
import { processKey } from '../system/processes.ts';
import { DEFINITIONS } from './mcp-definitions.ts';
import { openServer } from './open-server.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { LineTooLong, StdioTransport } from './stdio-transport.ts';
import { untilSent } from './until-sent.ts';

export { listTools } from './mcp-definitions.ts';

/** After the start, when the first calls of a client are usually answered. */
const WARM_UP_AFTER_MS = 500;

export async function startStdio(config: Config, environment: ProcessEnvironment, version: string) {
  const server = await openServer(config, environment, version);
  const { log, principal, services, feed } = server;
  const bindings = new Map<string | null, Binding>();
  const bindingOf = (clientSessionId: string | null) => {
    const binding = bindings.get(clientSessionId) ?? {
      sessionId: null,
      agent: null,
      knownPeers: new Set(),
      clientSessionId: null,
    };
    bindings.set(clientSessionId, binding);
    return binding;
  };
  const { projectDir, sessionId, processId } = CLIENTS.startedBy(environment.env);
  const clientProcess = processKey(processId ?? environment.parentPid);
  const serverProcess = processKey(environment.pid);
  const callerOf = (request: RequestFacts): Caller => {
    const clientSessionId = CLIENTS.sessionInCall(request.meta) ?? sessionId;
    return {
      principal,
      surface: 'mcp',
      wording: toolWording,
      folder: projectDir ?? environment.cwd,
      client: CLIENTS.nameOfMcp(request.clientName),
      clientSessionId,
      process: clientProcess,
      serverProcess,
      connection: bindingOf(clientSessionId),
    };
  };
  const notices = createStdioNotices(feed, DEFINITIONS.resources, () => ({
    services,
    caller: callerOf(NO_REQUEST),
  }));
  const transport = new StdioTransport(environment.output);
  const pending = new PendingRequests();
  let giveUp: () => void = () => undefined;
  const inputLost = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const onerror = (error: Error) => {
    log(`protocol: ${error.message}`);
    // A client notices a server that ends, not one that hangs.
    if (error instanceof LineTooLong) giveUp();
  };
  const handle = serveStdio(({ era }) => server.build(callerOf, notices.of(era)), {
    transport: notices.watch(pending.watch(transport)),
    onerror,
  });
  environment.pipeInput(transport.input);
  const stopping = new AbortController();
  const whenIdle = () => pending.untilIdle(nextTurn, stopping.signal);
  const warmUp = setTimeout(
    () => void server.warmUp(callerOf(NO_REQUEST), whenIdle),
    WARM_UP_AFTER_MS,
  ).unref();
  const stopped = Promise.race([environment.untilStopped, inputLost]).then(() => {
    clearTimeout(warmUp);
    stopping.abort();
  });
  await server.serveUntil(stopped, async () => {
    await untilSent({
      pending,
      unsentBytes: () => transport.unsentBytes + transport.unreadBytes,
      isClosed: () => transport.isClosed,
      isUrgent: environment.isSignaled,
      onProgress: environment.extendStop,
    });
    if (pending.count > 0) log(`stopped before ${pending.count} calls were answered`);
    await handle.close();
  });
}
