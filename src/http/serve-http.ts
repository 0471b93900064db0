import { createServer, type Server as HttpServer } from 'node:http';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServerFactory, type ServerEventBus } from '@modelcontextprotocol/server';
import { unavailable } from '../domain/error.ts';

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
  log,
}: HttpOptions): Promise<RunningHttp> {
  const mcp = createMcpHandler(factory, {
    bus,
    maxSubscriptions: MAX_STREAMS,
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => log(`http: ${error.message}`),
  });
  const handleMcp = toNodeHandler(mcp, { maxRequestBodySize: MAX_BODY_BYTES });
  const isHostAllowed = localhostHostValidation();
  const isOriginAllowed = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/mcp') {
      void handleMcp(request, response);
      return;
    }
    const isHealth = pathname === '/health' && request.method === 'GET';
    response.writeHead(isHealth ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isHealth
          ? { status: 'ok', name: 'throughline', version }
          : { code: 'not_found', hint: 'MCP is at /mcp.' },
      ),
    );
  });
  const actualPort = await listen(server, port, host);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    async close() {
      await mcp.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
