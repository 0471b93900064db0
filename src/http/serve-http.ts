import { createServer, type Server as HttpServer } from 'node:http';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServerFactory, type ServerEventBus } from '@modelcontextprotocol/server';
import { unavailable } from '../domain/error.ts';
import { answerOtherConnections } from './answer-other-connections.ts';
import { createRequestHandler } from './handle-request.ts';
import { limitLog } from './limit-log.ts';

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly factory: McpServerFactory;
  /** What changed, for those who hold a stream open. */
  readonly bus: ServerEventBus;
  readonly log: (line: string) => void;
}

export interface RunningHttp {
  readonly url: string;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_STREAMS = 200;

const listen = (server: HttpServer, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        unavailable(
          'port_unavailable',
          `Cannot listen on ${host}:${port}: ${error.code ?? error.message}.`,
          'Stop what uses the port, or pass another one: throughline serve --port 4748.',
          { cause: error },
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** The MCP server over HTTP: loopback only, and only for callers that really mean this host. */
export async function serveHttp({
  host,
  port,
  version,
  factory,
  bus,
  log: logAll,
}: HttpOptions): Promise<RunningHttp> {
  const log = limitLog(logAll);
  const logError = (error: Error) => log(`http: ${error.message}`);
  const mcp = createMcpHandler(factory, {
    bus,
    maxSubscriptions: MAX_STREAMS,
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: logError,
  });
  const isHostAllowed = localhostHostValidation();
  const isOriginAllowed = localhostOriginValidation();
  const handle = createRequestHandler({
    version,
    isAllowed: (request, response) => isHostAllowed(request, response) && isOriginAllowed(request, response),
    handleMcp: toNodeHandler(mcp, { maxRequestBodySize: MAX_BODY_BYTES, onerror: logError }),
    log,
  });
  const server = createServer((request, response) => void handle(request, response).catch(logError));
  answerOtherConnections(server, log);
  const actualPort = await listen(server, port, host);
  // Such as too many open files: the connection is lost, the server is not.
  server.on('error', logError);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    async close() {
      await mcp.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
