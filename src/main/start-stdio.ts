import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Binding, Caller } from '../app/caller.ts';
import { createFeed } from '../app/followers/feed.ts';
import { localPrincipal } from '../app/principal.ts';
import { CLIENTS } from '../clients/index.ts';
import type { Config } from '../config/schema.ts';
import { buildServer, NO_REQUEST, type RequestFacts } from '../mcp/build-server.ts';
import { createLineCheck } from '../mcp/malformed-lines.ts';
import { createStdioNotices } from '../mcp/resources/stdio-notices.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { processKey } from '../system/processes.ts';
import { compose } from './compose.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { startEmbedding } from './start-embedding.ts';
import { WholeLines } from './whole-lines.ts';
import { withCleanLog } from './with-clean-log.ts';

export { listTools } from './list-tools.ts';

/** Serves one client over stdin and stdout until stdin ends. */
export async function startStdio(config: Config, given: ProcessEnvironment, version: string): Promise<void> {
  const machine = withCleanLog(given, config);
  const app = await compose(config, machine, config.readOnly);
  const principal = localPrincipal(config);
  const deps = app.depsFor(principal.workspace);
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
  const { projectDir, sessionId, processId } = CLIENTS.startedBy(machine.env);
  const clientProcess = processKey(processId ?? machine.parentPid);
  const serverProcess = processKey(machine.pid);
  const callerOf = (request: RequestFacts): Caller => {
    const clientSessionId = CLIENTS.sessionInCall(request.meta) ?? sessionId;
    return {
      principal,
      surface: 'mcp',
      wording: toolWording,
      folder: projectDir ?? machine.cwd,
      client: request.clientName,
      clientSessionId,
      process: clientProcess,
      serverProcess,
      connection: bindingOf(clientSessionId),
    };
  };
  const feed = createFeed({
    store: deps.store,
    hasOtherWriters: app.store.capabilities.hasOtherWriters,
    readOff: deps.readOff,
    onError: (error) => machine.log(`subscriptions: ${error instanceof Error ? error.message : error}`),
  });
  const notices = createStdioNotices(feed, () => ({
    services: app.services,
    caller: callerOf(NO_REQUEST),
  }));
  const input = new WholeLines();
  const wire = new StdioServerTransport(input);
  let giveUp: () => void = () => undefined;
  const cannotGoOn = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const onerror = (error: Error) => {
    machine.log(`protocol: ${error.message}`);
    // The library reads no further behind a line it could not hold: better gone than deaf.
    if (error.message.startsWith('ReadBuffer exceeded')) giveUp();
  };
  const handle = serveStdio(
    ({ era }) =>
      buildServer({
        version,
        services: app.services,
        offer: { toolsets: config.toolsets, isReadOnly: config.readOnly },
        callerOf,
        notices: notices.of(era),
      }),
    {
      transport: notices.watch(wire),
      onerror,
    },
  );
  // The library's types know no answer without an id; JSON-RPC has null for it.
  input.on(
    'data',
    createLineCheck((refusal) => void wire.send(refusal as JSONRPCMessage).catch(onerror)),
  );
  machine.pipeInput(input);
  const embedding = await startEmbedding(deps, config, machine);
  await Promise.race([machine.untilStopped, cannotGoOn]);
  // Nobody waits for another process any more: whoever does is refused, and the rest can end.
  app.store.stop();
  feed.close();
  await embedding?.stop();
  await handle.close();
  await app.store.close();
}
