import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerRaw } from './answer.ts';

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
/** The client hung up; that is not worth a line in the log. */
const HUNG_UP = ['ECONNRESET', 'EPIPE'];

/** Bytes that are not a request, and CONNECT, reach no request handler: they are answered here, and the connection is closed. */
export function answerOtherConnections(server: Server, log: (line: string) => void): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error;
    if (!HUNG_UP.includes(code)) log(`http: malformed request: ${code || error.message}`);
    // In the middle of another answer these bytes would be read as part of it.
    const last = responses.get(socket);
    if (last?.headersSent && !last.writableFinished) socket.destroy();
    else answerRaw(socket, STATUSES[code] ?? 400, MALFORMED);
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => undefined);
    answerRaw(socket, 405, NOT_A_PROXY);
  });
}
