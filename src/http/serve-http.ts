import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServerFactory, type ServerEventBus } from '@modelcontextprotocol/server';
import { unavailable } from '../domain/error.ts';
import { createRequestHandler, sendRaw } from './handle-request.ts';

type Log = (line: string) => void;

const HINT = 'Send POST /mcp with JSON.';
const MALFORMED = {
  code: 'request_malformed',
  message: 'This is not an HTTP/1.1 request, or its headers are too long.',
  hint: HINT,
};
const NOT_A_PROXY = { code: 'method_not_allowed', message: 'This server is not a proxy.', hint: HINT };

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
/** The client hung up; this is not logged. */
const HUNG_UP = ['ECONNRESET', 'EPIPE'];

/** Malformed requests and CONNECT do not reach a request handler: they are answered here, and the connection is closed. */
function answerOtherConnections(server: Server, log: Log): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error;
    if (!HUNG_UP.includes(code)) log(`http: malformed request: ${code || error.message}`);
    // During another response these bytes would be read as a part of it.
    const last = responses.get(socket);
    if (last?.headersSent && !last.writableFinished) socket.destroy();
    else sendRaw(socket, STATUSES[code] ?? 400, MALFORMED);
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => undefined);
    sendRaw(socket, 405, NOT_A_PROXY);
  });
}

const MAX_LINES = 50;
const MAX_LINE_LENGTH = 300;

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** On one line, because the text may quote a request. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_LINE_LENGTH);

/** Logs the first 50 lines, then each power of two: a stderr that nobody reads would block the process once it is full. */
function limitLog(log: Log): Log {
  let count = 0;
  return (line) => {
    count += 1;
    if (count <= MAX_LINES) log(oneLine(line));
    else if (isPowerOfTwo(count)) log(`${oneLine(line)} (line ${count} of this kind; most are left out)`);
  };
}

interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly factory: McpServerFactory;
  readonly bus: ServerEventBus;
  readonly log: Log;
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_STREAMS = 200;

/** Returns the port, which is chosen by the system if 0 is given. */
async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw unavailable(
      'port_unavailable',
      `Cannot listen on ${host}:${port}: ${code ?? message}.`,
      'Stop the program that uses the port, or pass another port: throughline serve --port 4748.',
      { cause },
    );
  }
  return (server.address() as AddressInfo).port;
}

export async function serveHttp({ host, port, version, factory, bus, log: logAll }: HttpOptions) {
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
  // For example too many open files: only the connection is lost.
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
